import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendSms } from '#features/auth/code/send-sms.ts'
import { callSequentially } from '#features/auth/call-sequentially.ts'
import { requestNonce } from '#features/auth/sign-in/nonce.ts'
import { callApi } from '#stores/client.ts'
import { sendSms as sendSmsEndpoint } from '#api/login.ts'

const MOBILE = '+8613800138000'
const SENT = {
  status: 'code_sent',
  resend_at: '2026-11-23T10:01:00+08:00',
  expires_at: '2026-11-23T10:05:00+08:00',
  server_time: '2026-11-23T10:00:00+08:00',
  outbox: null,
}
/** API delays in ms: the nonce arrives last although it is requested first. */
const DELAYS: Record<string, number> = { '/api/user/nonce': 200, '/api/sms/send': 50 }

/**
 * A fake API that sets a device cookie on calls without one and binds what it issues to that device, with a
 * browser that stores the cookie of each response.
 */
function createApi() {
  let deviceCount = 0
  let cookie: string | undefined
  const bound: Record<string, string> = {}
  const fetchLikeBrowser = async (input: string | URL | Request): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://site')
    const device = cookie ?? `device ${(deviceCount += 1)}`
    bound[pathname] = device
    await new Promise((resolve) => setTimeout(resolve, DELAYS[pathname]))
    cookie = device
    const data = pathname.endsWith('nonce') ? { nonce: 'n'.repeat(86) } : SENT
    return Response.json({ code: 200, msg: 'ok', time: 0, data })
  }
  return { fetch: fetchLikeBrowser, bound, cookie: () => cookie }
}

let api: ReturnType<typeof createApi>
beforeEach(() => {
  api = createApi()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', api.fetch)
  vi.stubGlobal('location', { pathname: '/login' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('simultaneous requests for a code and a nonce', () => {
  test('are bound to the cookie that the browser stores', async () => {
    const calls = Promise.all([requestNonce(), sendSms('login', MOBILE)])
    await vi.runAllTimersAsync()
    await calls
    expect(api.bound).toEqual({ '/api/user/nonce': api.cookie(), '/api/sms/send': api.cookie() })
  })

  test('are bound to different cookies without sequencing (proves the test above)', async () => {
    const body = { mobile: MOBILE, purpose: 'login' } as const
    const calls = Promise.all([requestNonce(), callApi(sendSmsEndpoint, { body })])
    await vi.runAllTimersAsync()
    await calls
    expect(api.bound['/api/sms/send']).not.toBe(api.cookie())
  })
})

test('runs the next call after a failed one', async () => {
  const failed = callSequentially(() => Promise.reject(new Error('no network')))
  const next = callSequentially(() => Promise.resolve('answered'))
  await expect(failed).rejects.toThrow('no network')
  await expect(next).resolves.toBe('answered')
})
