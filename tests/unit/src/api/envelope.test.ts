import { describe, expect, test } from 'vitest'
import {
  classifyCode,
  PASS_THROUGH_CODES,
  PASS_THROUGH_RANGE,
  readCode,
  SUCCESS_CODES,
} from '#api/envelope.ts'
import { TOKEN_UNREAD } from '#config.ts'

describe('classifyCode', () => {
  test.each([200, 1])('[S8.02] %i is success', (code) => {
    expect(classifyCode(code)).toBe('success')
  })

  test.each([403, 303])('[S8.03] %i reaches the caller', (code) => {
    expect(classifyCode(code)).toBe('pass-through')
  })

  test('[S8.04] 401 is unauthorized, neither a result nor an error', () => {
    expect(classifyCode(401)).toBe('unauthorized')
  })

  test.each([500_001, 500_002, 550_000, 599_999])('[S8.05] %i reaches the caller', (code) => {
    expect(classifyCode(code)).toBe('pass-through')
  })

  test.each([0, -1, 2, 199, 201, 302, 400, 402, 404, 500, 503, 500_000, 600_000, Number.NaN])(
    '[S8.06] %d is rejected',
    (code) => {
      expect(classifyCode(code)).toBe('rejected')
    },
  )
})

describe('readCode', () => {
  test('[S8.01] the code of the body wins over the HTTP status', () => {
    expect(readCode({ code: 500_101 }, 200)).toBe(500_101)
    expect(readCode({ code: 1 }, 500)).toBe(1)
  })

  test.each([null, undefined, '', '<html>', [], {}, { code: '200' }, { code: null }])(
    '[S8.01] %j has no code of its own: the HTTP status counts',
    (body) => {
      expect(readCode(body, 502)).toBe(502)
    },
  )
})

test('[S9.07] the constants of codes', () => {
  expect(SUCCESS_CODES).toEqual([200, 1])
  expect(PASS_THROUGH_CODES).toEqual([403, 303])
  expect(PASS_THROUGH_RANGE).toEqual({ from: 500_001, to: 599_999 })
})

test('[S9.07] the initial token', () => {
  expect(TOKEN_UNREAD).toBe(2)
})
