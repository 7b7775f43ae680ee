import { expect, test } from 'vitest'
import { liveTextOf } from '#content/fonts/live-text.ts'

const show = (file: string, weight: 400 | 500) => [
  ...(liveTextOf(file).get(`serif-${weight}`) ?? []),
]

test('the record of a page is that of its items, too', () => {
  expect(show('order/list.html', 400).length).toBeGreaterThan(20)
  expect(show('course/form/7.html', 500)).toEqual(show('course/form.html', 500))
  expect(show('course/form/7.html', 500).length).toBeGreaterThan(5)
})

test('each language has its own, and pages without islands have none', () => {
  const isChinese = (one: string) => /\p{Script=Han}/u.test(one)
  expect(show('order/list.html', 400).some(isChinese)).toBe(true)
  expect(show('en/order/list.html', 400).some(isChinese)).toBe(false)
  expect(show('about/about.html', 400)).toEqual([])
})
