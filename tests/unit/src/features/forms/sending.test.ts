import { describe, expect, test } from 'vitest'
import { TOO_MANY_CALLS } from '#api/codes.ts'
import type { CallResult } from '#client/create-client.ts'
import { createAttempts } from '#features/forms/idempotency.ts'

describe('idempotency keys of attempts', () => {
  const create = () => {
    let number = 0
    return createAttempts(() => `key ${(number += 1)}`)
  }

  /** The key of an attempt whose response is lost. */
  const loseResponse = (attempt: ReturnType<typeof create>, body: unknown): Promise<string> =>
    attempt(body, (key) => Promise.reject(new Error(key))).then(
      () => 'a response',
      ({ message }: Error) => message,
    )

  /** The key of an attempt with this response. */
  async function receive(
    attempt: ReturnType<typeof create>,
    body: unknown,
    result: CallResult<unknown>,
  ): Promise<string> {
    let used = ''
    await attempt(body, (key) => {
      used = key
      return Promise.resolve(result)
    })
    return used
  }

  test('are the same for the same body', async () => {
    const attempt = create()
    expect(await loseResponse(attempt, { a: 1 })).toBe(await loseResponse(attempt, { a: 1 }))
  })

  test('differ for another body, and after a definite response', async () => {
    const attempt = create()
    const first = await loseResponse(attempt, { a: 1 })
    expect(await loseResponse(attempt, { a: 2 })).not.toBe(first)
    const second = await receive(attempt, { a: 2 }, { status: 'ok', data: {} })
    expect(await loseResponse(attempt, { a: 2 })).not.toBe(second)
    const soldOut = { status: 'refused', code: 500101, msg: '', data: null } as const
    const third = await receive(attempt, { a: 2 }, soldOut)
    expect(await loseResponse(attempt, { a: 2 })).not.toBe(third)
  })

  test('stay the same after a temporary refusal: an earlier response may have been lost', async () => {
    const attempt = create()
    const first = await loseResponse(attempt, { a: 1 })
    const tooMany = { status: 'refused', code: TOO_MANY_CALLS, msg: '', data: null } as const
    expect(await receive(attempt, { a: 1 }, tooMany)).toBe(first)
    expect(await loseResponse(attempt, { a: 1 })).toBe(first)
  })

  test('are random without a secure context', async () => {
    const key = await loseResponse(createAttempts(), {})
    expect(key).toMatch(/^[\da-f]{32}$/)
    expect(await loseResponse(createAttempts(), {})).not.toBe(key)
  })
})
