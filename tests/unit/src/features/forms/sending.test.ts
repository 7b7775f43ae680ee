import { describe, expect, test } from 'vitest'
import { createAttempts } from '#features/forms/idempotency.ts'

describe('idempotency keys of attempts', () => {
  const create = () => {
    let number = 0
    return createAttempts(() => `key ${(number += 1)}`)
  }

  /** The key of an attempt whose response is lost. */
  const loseResponse = (attempt: ReturnType<typeof create>, body: unknown): Promise<string> =>
    attempt(body, (key) => Promise.reject(new Error(key))).catch(({ message }: Error) => message)

  test('are the same for the same body', async () => {
    const attempt = create()
    expect(await loseResponse(attempt, { a: 1 })).toBe(await loseResponse(attempt, { a: 1 }))
  })

  test('differ for another body, and after a definite response', async () => {
    const attempt = create()
    const first = await loseResponse(attempt, { a: 1 })
    expect(await loseResponse(attempt, { a: 2 })).not.toBe(first)
    const second = await attempt({ a: 2 }, (key) => Promise.resolve(key))
    expect(await loseResponse(attempt, { a: 2 })).not.toBe(second)
  })

  test('are random without a secure context', async () => {
    const key = await loseResponse(createAttempts(), {})
    expect(key).toMatch(/^[\da-f]{32}$/)
    expect(await loseResponse(createAttempts(), {})).not.toBe(key)
  })
})
