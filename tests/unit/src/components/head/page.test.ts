import { describe, expect, test } from 'vitest'
import { listAlternates, getOriginalLang, getVisibility } from '#components/head/page.ts'

const SITE = 'https://house.example'

test('a page has its address in each language, with ids in the query', { tags: ['S2.04'] }, () => {
  const page = { locale: 'en', route: '/drama/detail', query: { id: 3 }, title: 'A' } as const
  expect(listAlternates(page, SITE).map(({ url }) => url)).toEqual([
    'https://house.example/drama/detail?id=3',
    'https://house.example/en/drama/detail?id=3',
  ])
})

describe('the original language of a page', () => {
  test.each([
    ['zh-cn', ['zh-cn', 'en'], undefined],
    ['en', ['zh-cn'], 'zh-CN'],
    ['zh-cn', ['en'], 'en'],
    ['en', undefined, undefined],
  ] as const)('%s, texts in %o: %s', (locale, langs, lang) => {
    expect(getOriginalLang({ locale, ...(langs && { langs }) })).toBe(lang)
  })
})

describe('to search engines', () => {
  test.each([
    [{ route: '/drama/home' }, 'shown'],
    [{ route: '/drama/detail', query: { id: 1 } }, 'shown'],
    [{ route: '/news/detail', query: { page: 2 } }, 'shown'],
    [{ route: '/drama/detail' }, 'loader'],
    [{ route: '/login' }, 'hidden'],
    [{ route: '/course/custom-el', query: { id: 1 } }, 'hidden'],
  ] as const)('%o is %s', (page, visibility) => {
    expect(getVisibility(page)).toBe(visibility)
  })
})
