import { expect, test } from 'vitest'
import { findAcceptedLocale } from '#scripts/lib/accepted-locale.ts'

test.each([
  ['en-GB,en;q=0.9', 'en'],
  ['fr, EN;q=0.8, zh;q=0.5', 'en'],
  ['en;q=0.3, zh-TW;q=0.8', 'zh-cn'],
  ['zh;q=0, en;q=0.1', 'en'],
  ['zh,en', 'zh-cn'],
  ['fr, *;q=0.5', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Language %j selects %s', (header, expected) => {
  expect(findAcceptedLocale(header, ['zh-cn', 'en'])).toBe(expected)
})
