import { afterEach, expect, test, vi } from 'vitest'
import { recordRequest } from '#features/auth/code/use-send-code.ts'
import { $sentCodes } from '#stores/sent-code.ts'

const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
  $sentCodes.set({})
})

test.each([
  ['sent', 'ok'],
  ['refused', 'refused'],
] as const)(
  'the next code may be requested a minute after one was %s, however long the request took',
  async (_, status) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await recordRequest('email', 'anna@example.org', async () => {
      // The member confirms their identity first.
      vi.advanceTimersByTime(4 * MINUTE)
      const at = (ms: number) => new Date(Date.now() + ms).toISOString()
      const times = { resend_at: at(MINUTE), retry_at: at(MINUTE), expires_at: at(5 * MINUTE) }
      const data = { status: 'code_sent', server_time: at(0), outbox: null, ...times } as const
      return status === 'ok' ? { status, data } : { status, code: 500201, msg: '', data }
    })
    expect($sentCodes.get()['email']?.resendAt).toBe(Date.now() + MINUTE)
  },
)
