import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpGateway } from '#scripts/admin-api/providers/messenger/http.ts'
import { listen } from '#scripts/lib/listen.ts'

const SECRET = 'a key that the gateway shares with us'
const NOW = Date.parse('2027-05-05T12:00:00+08:00')
const MESSAGE = {
  channel: 'sms',
  to: '+8613800138000',
  text: '验证码 123456',
  lang: 'zh-cn',
  purpose: 'code',
  parameters: { code: '123456' },
  attempt: 0,
} as const

const gateway = { status: 200, requests: [] as { signature: string; body: string }[] }
const server = createServer(async (request, response) => {
  const body = await text(request)
  gateway.requests.push({ signature: String(request.headers['signature']), body })
  response.writeHead(gateway.status, { location: '/elsewhere' }).end()
})
let url = ''
beforeAll(async () => {
  url = await listen(server, 0, '127.0.0.1', 'PORT')
})
afterAll(() => void server.close())

test('posts a message to the HTTP gateway with a verifiable signature', async () => {
  gateway.status = 200
  await createHttpGateway({ name: 'http', url, secret: SECRET }).send(MESSAGE, NOW)
  const [{ signature, body } = { signature: '', body: '' }] = gateway.requests
  const { attempt: _, ...sent } = MESSAGE
  // `code` is repeated at the top level for gateways that predate `purpose` and `parameters`.
  expect(JSON.parse(body)).toEqual({ ...sent, code: '123456' })
  const seconds = NOW / 1000
  const expected = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex')
  expect(signature).toBe(`t=${seconds},v1=${expected}`)
})

test('reports a permanent refusal when the HTTP gateway responds with 422', async () => {
  gateway.status = 422
  const { send, refusals } = createHttpGateway({ name: 'http', url, secret: SECRET })
  await expect(send(MESSAGE, NOW)).rejects.toMatchObject({ code: '422' })
  expect(refusals).toContain('422')
})

test.each([500, 404, 302])(
  'rejects a message when the HTTP gateway responds with %i',
  async (status) => {
    gateway.status = status
    const send = createHttpGateway({ name: 'http', url, secret: SECRET }).send(MESSAGE, NOW)
    await expect(send).rejects.toThrow()
  },
)
