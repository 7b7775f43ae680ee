import { describe, expect, test } from 'vitest'
import { createAttempts } from '#features/forms/idempotency.ts'

describe('idempotency keys of attempts', () => {
  const create = () => {
    let number = 0
    return createAttempts(() => `key ${(number += 1)}`)
  }

  test('are the same for the same body', () => {
    const attempts = create()
    expect(attempts.keyOf({ a: 1 })).toBe(attempts.keyOf({ a: 1 }))
  })

  test('differ for another body, and after a definite response', () => {
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
