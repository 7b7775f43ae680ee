import { describe, expect, test } from 'vitest'
import { localizeReturnPath, readReturnPath } from '#stores/return-path.ts'

describe('readReturnPath', { tags: ['S6.02'] }, () => {
  test.each([
    '/',
    '/user/user',
    '/en/order/Info?id=12',
    '/drama/buyTicket?id=3&date=2027-05-08',
    '/search/list?q=%E8%8C%B6%E9%A6%86',
    '/search/list?q=a//b',
    '/course/form?id=1#resume',
  ])('accepts %s', (path) => {
    expect(readReturnPath(path, '/')).toBe(path)
  })

  test.each([
    null,
    undefined,
    '',
    'user/user',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
    'https://evil.example',
    'http:evil.example',
    'javascript:alert(1)',
    ' /user/user',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/%2f%2fevil.example',
    '%2f%2fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/user//evil.example',
    '/user\\..\\evil',
    'data:text/html,hi',
  ])('returns the home page for %j', (path) => {
    expect(readReturnPath(path, '/en')).toBe('/en')
  })
})

test.each([
  ['/order/list?type=course#1', 'en', '/en/order/list?type=course#1'],
  ['/en/order/list?type=course#1', 'zh-cn', '/order/list?type=course#1'],
  ['/en/order/list', 'en', '/en/order/list'],
  ['/en?a=1', 'en', '/en?a=1'],
  ['/en?a=1', 'zh-cn', '/?a=1'],
  ['/?a=1', 'en', '/en?a=1'],
] as const)('returns from %s to the page in %s', (path, locale, localized) => {
  expect(localizeReturnPath(path, locale)).toBe(localized)
})
