import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_BODY, MAX_FORM } from '#scripts/admin-api/security/limit-bodies.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { listenTo } from '#tests/support/listen.ts'

const CHUNK = 16 * 1024
/** Bytes that a stream may have read ahead when the request is refused. */
const READ_AHEAD = 4 * CHUNK
/** Ends a body that is not refused: a missing limit fails the test and does not exhaust memory. */
const MAX_SENT = 4 * 1024 * 1024

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

/** Posts a chunked body far beyond every limit. @returns the status and the bytes read */
async function postLargeBody(path: string, type = 'application/json') {
  let bytesRead = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (bytesRead >= MAX_SENT) return controller.close()
      bytesRead += CHUNK
      controller.enqueue(new Uint8Array(CHUNK).fill(120))
    },
  })
  const headers = { 'content-type': type }
  const init = { method: 'POST', headers, body, duplex: 'half' } as const
  const { status } = await api.app.request(path, init)
  return { status, bytesRead }
}

describe('chunked request body', () => {
  test.each([
    ['a payment notification', '/api/pay/sandbox_notify', 'application/json', MAX_BODY],
    ['a call of the contract', '/api/user/login', 'application/json', MAX_BODY],
    ['a form', '/api/sign-in/authorize', 'application/x-www-form-urlencoded', MAX_FORM],
  ])('of %s is read up to its limit only', async (_, path, type, limit) => {
    const { status, bytesRead } = await postLargeBody(path, type)
    expect(status).toBe(413)
    expect(bytesRead).toBeLessThanOrEqual(limit + READ_AHEAD)
  })

  test.each([
    ['an upload without a ticket', '/api/upload/tus', 403],
    ['a notification of an unknown provider', '/api/pay/nobody_notify', 404],
    ['an unknown path', '/api/nothing', 404],
    ['a page of the sandbox without its key', '/api/sandbox/pay/1', 404],
  ])('to %s is refused unread', async (_, path, refusal) => {
    const { status, bytesRead } = await postLargeBody(path)
    expect(status).toBe(refusal)
    expect(bytesRead).toBeLessThanOrEqual(READ_AHEAD)
  })
})

test('a body with a Content-Length above the limit is refused unread', async () => {
  let isRead = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isRead = true
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'content-length': String(MAX_BODY + 1) }
  const init = { method: 'POST', headers, body, duplex: 'half' } as const
  const { status } = await api.app.request('/api/pay/sandbox_notify', init)
  expect([status, isRead]).toEqual([413, false])
})

describe('keep-alive connection', () => {
  test.each([
    ['a body that is too large', '/api/user/login', 256 * 1024, 413],
    ['a body that no route reads', '/api/nothing', 1024, 404],
    ['a call that needs a login', '/api/order/create', 1024, 401],
  ])('can be reused after %s', async (_, path, bytes, refusal) => {
    const requests: IncomingMessage[] = []
    await using server = await listenTo(api, (request) => void requests.push(request))
    const { status } = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(bytes),
    })
    expect(status).toBe(refusal)
    const [request] = requests
    // An undrained request would make the server close the connection half a second later.
    if (request && !request.readableEnded) await once(request, 'end')
    expect(request?.readableEnded).toBe(true)
  })
})
