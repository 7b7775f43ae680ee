import { describe, expect, test } from 'vitest'
import { getPathLocale, localizeHref, localizePath, stripLocale } from '#i18n/paths.ts'

describe('locale of a path', () => {
  test.each([
    ['/', 'zh-cn'],
    ['/drama/home', 'zh-cn'],
    ['/en', 'en'],
    ['/en/', 'en'],
    ['/en/drama/home', 'en'],
    ['/zh-cn/drama/home', 'zh-cn'],
  ])('reads %s as %s', { tags: ['S2.02'] }, (path, locale) => {
    expect(getPathLocale(path)).toBe(locale)
  })

  test.each(['/english', '/EN/drama/home', '/fr/drama/home', '/drama/en', '/enx'])(
    'reads %s as the default locale',
    { tags: ['S2.03'] },
    (path) => {
      expect(getPathLocale(path)).toBe('zh-cn')
    },
  )
})

describe('localised paths', () => {
  test.each([
    ['/', 'en', '/en'],
    ['/', 'zh-cn', '/'],
    ['/en', 'zh-cn', '/'],
    ['/drama/home?page=2#top', 'en', '/en/drama/home?page=2#top'],
    ['/en/course/detail?id=12', 'zh-cn', '/course/detail?id=12'],
    ['/en/course/detail?id=12', 'en', '/en/course/detail?id=12'],
  ] as const)('localises %s to %s as %s', { tags: ['S9.01'] }, (path, locale, expected) => {
    expect(localizePath(path, locale)).toBe(expected)
  })

  test('strips only locale prefixes', () => {
    expect(stripLocale('/en/order/list')).toBe('/order/list')
    expect(stripLocale('/english/order')).toBe('/english/order')
  })

  test('leaves URLs of other sites unchanged', () => {
    expect(localizeHref('https://example.org/en', 'en')).toBe('https://example.org/en')
    expect(localizeHref('mailto:a@example.org', 'en')).toBe('mailto:a@example.org')
    expect(localizeHref('/about/about', 'en')).toBe('/en/about/about')
  })
})
