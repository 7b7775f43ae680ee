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
  test.each([200, 1])('classifies %i as success', { tags: ['S8.02'] }, (code) => {
    expect(classifyCode(code)).toBe('success')
  })

  test.each([403, 303])('passes %i through to the caller', { tags: ['S8.03'] }, (code) => {
    expect(classifyCode(code)).toBe('pass-through')
  })

  test('classifies 401 as unauthorized', { tags: ['S8.04'] }, () => {
    expect(classifyCode(401)).toBe('unauthorized')
  })

  test.each([500_001, 500_002, 550_000, 599_999])(
    'passes the business code %i through to the caller',
    { tags: ['S8.05'] },
    (code) => {
      expect(classifyCode(code)).toBe('pass-through')
    },
  )

  test.each([0, -1, 2, 199, 201, 302, 400, 402, 404, 500, 503, 500_000, 600_000, Number.NaN])(
    'classifies %d as rejected',
    { tags: ['S8.06'] },
    (code) => {
      expect(classifyCode(code)).toBe('rejected')
    },
  )
})

describe('readCode', () => {
  test('prefers the code of the body to the HTTP status', { tags: ['S8.01'] }, () => {
    expect(readCode({ code: 500_101 }, 200)).toBe(500_101)
    expect(readCode({ code: 1 }, 500)).toBe(1)
  })

  test.each([null, undefined, '', '<html>', [], {}, { code: '200' }, { code: null }])(
    'uses the HTTP status if %j has no code',
    { tags: ['S8.01'] },
    (body) => {
      expect(readCode(body, 502)).toBe(502)
    },
  )
})

test('defines the code constants of the specification', { tags: ['S9.07'] }, () => {
  expect(SUCCESS_CODES).toEqual([200, 1])
  expect(PASS_THROUGH_CODES).toEqual([403, 303])
  expect(PASS_THROUGH_RANGE).toEqual({ from: 500_001, to: 599_999 })
})

test('defines the initial token of the specification', { tags: ['S9.07'] }, () => {
  expect(TOKEN_UNREAD).toBe(2)
})
