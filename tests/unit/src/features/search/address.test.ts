import { describe, expect, test } from 'vitest'
import { getResultsHref, setSearchTitle, readAddress } from '#features/search/address.ts'
import { getHitHref } from '#features/search/kinds.ts'

describe('readAddress', () => {
  test.each([
    ['?q=茶馆', { q: '茶馆', type: null, page: 1 }],
    ['?q=%20tea+house%20&type=course&page=3', { q: 'tea house', type: 'course', page: 3 }],
    ['', { q: '', type: null, page: 1 }],
    ['?q=a&type=everything&page=0', { q: 'a', type: null, page: 1 }],
    ['?q=a&page=-1', { q: 'a', type: null, page: 1 }],
    [`?q=${'x'.repeat(80)}`, { q: 'x'.repeat(64), type: null, page: 1 }],
    // Half of an emoji could not be part of a request.
    [`?q=${'x'.repeat(63)}🎭`, { q: 'x'.repeat(63), type: null, page: 1 }],
  ])('reads %s', (search, address) => {
    expect(readAddress(search)).toEqual(address)
  })
})

describe('getResultsHref', () => {
  test('contains only what differs from the first page of all results', () => {
    expect(getResultsHref('zh-cn', { q: '茶 馆', type: null, page: 1 })).toBe(
      '/search/list?q=%E8%8C%B6+%E9%A6%86',
    )
    expect(getResultsHref('en', { q: 'a&b', type: 'artist_news', page: 2 })).toBe(
      '/en/search/list?q=a%26b&type=artist_news&page=2',
    )
  })
})

describe('search result links', () => {
  test.each([
    ['performance', '/en/drama/detail?id=7'],
    ['course', '/en/course/detail?id=7'],
    ['activity', '/en/course/activity?id=7'],
    ['artist', '/en/artist/detail?id=7'],
    ['artist_news', '/en/news/detail?id=7'],
    ['course_news', '/en/course/newDetail?id=7'],
    ['performance_news', '/en/news/perform-detail?id=7'],
    ['business', '/en/business/home#case-7'],
  ] as const)('lead for the kind %s to %s', (kind, href) => {
    expect(getHitHref({ kind, id: 7 }, 'en')).toBe(href)
  })
})

test('shows the query once in the page title', () => {
  const page = { title: '搜索结果 · 幕间' }
  setSearchTitle('茶馆', page)
  setSearchTitle('茶馆', page)
  expect(page.title).toBe('茶馆 · 搜索结果 · 幕间')
})
