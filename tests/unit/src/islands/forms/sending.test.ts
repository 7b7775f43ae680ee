import { describe, expect, test } from 'vitest'
import { ApiError, NetworkError, TimeoutError } from '#client/errors.ts'
import { failureOfAnswer, failureOfError } from '#islands/forms/failures.ts'
import { createAttempts } from '#islands/forms/idempotency.ts'

describe('failures of sending', () => {
  test('a business code has its own text', () => {
    const answer = { status: 'refused', code: 500302, msg: '', data: null } as const
    expect(failureOfAnswer(answer)).toMatchObject({
      key: 'application_full',
      text: 'errors:application_full',
    })
  })

  test('a code of somebody else is a general failure', () => {
    const answer = { status: 'refused', code: 510000, msg: 'x', data: null } as const
    expect(failureOfAnswer(answer)).toMatchObject({ key: undefined, text: 'errors:server_error' })
  })

  test('a session that is over is said, not swallowed', () =>
    expect(failureOfAnswer({ status: 'unauthorized' })).toEqual({ kind: 'unauthorized' }))

  test.each([
    [new TimeoutError(null), 'errors:timeout'],
    [new NetworkError(null), 'errors:network'],
    [new ApiError(500, ''), 'errors:server_error'],
    ['anything', 'errors:server_error'],
  ])('%s is %s', (error, text) => expect(failureOfError(error)).toEqual({ kind: 'failed', text }))
})

describe('keys of attempts', () => {
  const create = () => {
    let number = 0
    return createAttempts(() => `key ${(number += 1)}`)
  }

  test('are the same for the same body', () => {
    const attempts = create()
    expect(attempts.keyOf({ a: 1 })).toBe(attempts.keyOf({ a: 1 }))
  })

  test('differ for another body, and after a definite answer', () => {
    const attempts = create()
    const first = attempts.keyOf({ a: 1 })
    expect(attempts.keyOf({ a: 2 })).not.toBe(first)
    const second = attempts.keyOf({ a: 2 })
    attempts.settle()
    expect(attempts.keyOf({ a: 2 })).not.toBe(second)
  })

  test('are random without a secure context', () => {
    const key = createAttempts().keyOf({})
    expect(key).toMatch(/^[\da-f]{32}$/)
    expect(createAttempts().keyOf({})).not.toBe(key)
  })
})
