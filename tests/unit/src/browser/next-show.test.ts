import { expect, test } from 'vitest'
import { findNextShow } from '#browser/next-show.ts'

const show = (startsAt: string) => ({
  startsAt,
  when: '',
  title: '',
  place: '',
  href: '/drama/detail?id=1',
  art: 'performance-1',
})
const shows = [show('2026-11-27T19:30:00+08:00'), show('2026-11-28T14:00:00+08:00')]

test('finds the first show that has not started', () => {
  expect(findNextShow(shows, Date.parse('2026-11-27T19:29:00+08:00'))).toBe(shows[0])
  expect(findNextShow(shows, Date.parse('2026-11-27T19:30:00+08:00'))).toBe(shows[1])
})

test('finds no show after the last one', () => {
  expect(findNextShow(shows, Date.parse('2026-11-29T09:00:00+08:00'))).toBeUndefined()
})
