import { describe, expect, test } from 'vitest'
import { readLanguage, readRequestId, readToken } from '#scripts/admin-api/request.ts'

const token = `v1.${'aB3_-'.repeat(9).slice(0, 43)}`

describe('readToken', () => {
  test('reads the token header, or else the bearer token', () => {
    expect(readToken(token, undefined)).toBe(token)
    expect(readToken('2', `Bearer ${token}`)).toBe(token)
  })

  test('rejects two different tokens', () => {
    expect(readToken(token, `Bearer ${token}`)).toBe(token)
    expect(readToken(token, `Bearer ${token.slice(0, -1)}x`)).toBeNull()
  })

  test.each(['2', 'undefined', '', 'null', `${token}x`, token.slice(1), 'v1.', `${token} `])(
    'rejects %j',
    (value) => {
      expect(readToken(value, `Bearer ${value}`)).toBeNull()
    },
  )
})

describe('readRequestId', () => {
  test('accepts a valid id and generates one otherwise', () => {
    expect(readRequestId('abcd-1234')).toBe('abcd-1234')
    for (const value of ['short', 'a'.repeat(65), 'with space', 'line\nbreak', undefined]) {
      expect(readRequestId(value)).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('readLanguage', () => {
  test.each([
    ['en', 'en'],
    ['zh-cn', 'zh-cn'],
    ['EN', 'en'],
    ['xx', 'zh-cn'],
    [undefined, 'zh-cn'],
  ])('reads %j as %s', (value, lang) => {
    expect(readLanguage(value)).toBe(lang)
  })
})
