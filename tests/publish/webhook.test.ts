import { once } from 'node:events'
import http from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import {
  createMemoryDeliveries,
  getLedgerAddress,
  openDeliveries,
} from '#scripts/publish/deliveries.ts'
import { createWebhookReceiver } from '#scripts/publish/receive-webhook.ts'
import { serveApi } from '#tests/serve/fake-api.ts'
import { makeFolder, serveFixture } from '#tests/serve/fixture-site.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import {
  BODY,
  createControlledContent,
  SECRET,
  servePublishing,
  signed,
  waitUntilIdle,
} from './publishing-site.ts'

const ITEMS = [1, 2, 3]
const MINUTE = 60_000
const post = async (url: string, options: ReturnType<typeof signed>) =>
  (await sendRequest(url, '/hooks/content', options)).status

test('a content change is live after a webhook, without a restart', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  expect((await site.read('/drama/home')).text).toContain('<p>first</p>')
  controlled.content.now = { text: 'second', items: [...ITEMS, 4] }
  expect(await site.send('one')).toBe(202)
  await waitUntilIdle(site.publishing)
  expect((await site.read('/drama/home')).text).toContain('<p>second</p>')
  expect((await site.read('/en/drama/detail?id=4')).status).toBe(200)
  expect(site.publishing.publisher.status.builds[0]).toMatchObject({
    cause: 'content',
    result: { kind: 'published', pages: 94 },
  })
})

test('1,000 events during a build cause one more build, and the last edit is live', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const before = controlled.builds()
  const { started, resume } = controlled.pauseNextBuild()
  await site.send('begin')
  await started
  for (let part = 0; part < 20; part += 1) {
    const sent = Array.from({ length: 50 }, (_, index) => {
      controlled.content.now = { text: `edit ${part * 50 + index}`, items: ITEMS }
      return site.send(`event-${part}-${index}`)
    })
    expect(new Set(await Promise.all(sent))).toEqual(new Set([202]))
  }
  resume()
  await waitUntilIdle(site.publishing)
  expect(controlled.builds() - before).toBe(2)
  expect((await site.read('/')).text).toContain('<p>edit 999</p>')
})

test('1,000 forged events cause no build', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const before = controlled.builds()
  for (let index = 0; index < 1000; index += 1) {
    const forged = signed(`forged-${index}`, {
      secret: `not the secret of the site, number ${index}`,
    })
    expect(await post(site.url, forged)).toBe(401)
  }
  await waitUntilIdle(site.publishing)
  expect(controlled.builds()).toBe(before)
})

test('a delivery repeated 100 times causes no further build, even after a restart', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const delivery = signed('once')
  expect(await post(site.url, delivery)).toBe(202)
  await waitUntilIdle(site.publishing)
  const before = controlled.builds()
  for (let index = 0; index < 50; index += 1) {
    const reply = await sendRequest(site.url, '/hooks/content', delivery)
    expect([reply.status, JSON.parse(reply.body.toString())]).toEqual([200, { repeated: true }])
  }
  await site.publishing.close()
  const again = await servePublishing(controlled.make, {}, site.dataDir)
  for (let index = 0; index < 50; index += 1) expect(await post(again.url, delivery)).toBe(200)
  await waitUntilIdle(again.publishing)
  expect(controlled.builds()).toBe(before)
})

test('a change whose build a stop has interrupted is built at the next start', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  controlled.content.now = { text: 'second', items: ITEMS }
  const { started, resume } = controlled.pauseNextBuild()
  expect(await site.send('one')).toBe(202)
  await started
  const closed = site.publishing.close()
  resume()
  await closed
  const restarted = await servePublishing(controlled.make, {}, site.dataDir)
  await waitUntilIdle(restarted.publishing)
  expect((await restarted.read('/')).text).toContain('<p>second</p>')
})

test('deliveries are recorded for thirty days', async () => {
  const deliveries = await openDeliveries(getLedgerAddress(await makeFolder()), SILENT_LOGGER)
  onTestFinished(deliveries.close)
  const monthMs = 30 * 24 * 60 * MINUTE
  for (const [id, at] of [
    ['first', 1],
    ['kept', 1 + monthMs],
    ['last', 2 + monthMs],
  ] as const) {
    expect(await deliveries.add({ id, cause: 'content' }, at)).toBe(true)
  }
  const recorded = await deliveries.listSince(0)
  expect(recorded.map(({ id }) => id).toSorted()).toEqual(['kept', 'last'])
})

test('deliveries are recorded in memory while the database server is unreachable', async () => {
  const url = 'postgres://site@127.0.0.1:1/site'
  const address = { kind: 'server', url, maxConnections: 1 } as const
  const deliveries = await openDeliveries(address, SILENT_LOGGER)
  onTestFinished(deliveries.close)
  expect(await deliveries.add({ id: 'one', cause: 'content' }, 1)).toBe(true)
  expect(await deliveries.add({ id: 'one', cause: 'content' }, 2)).toBe(false)
  expect(await deliveries.listSince(0)).toHaveLength(1)
})

test.each([
  ['stale', signed('a', { atMs: Date.now() - 6 * MINUTE }), 401],
  ['dated in the future', signed('b', { atMs: Date.now() + 6 * MINUTE }), 401],
  ['tampered with', { ...signed('c'), body: BODY.replace('12', '13') }, 401],
  ['re-serialised', { ...signed('d'), body: JSON.stringify(JSON.parse(BODY), null, 1) }, 401],
  ['not signed', { ...signed('e'), headers: {} }, 401],
  ['of another type', signed('f', { body: '{"type":"order.paid"}' }), 400],
  ['not JSON', signed('g', { body: '{' }), 400],
  ['too large', signed('h', { body: `${BODY}${' '.repeat(65_536)}` }), 413],
] as const)('a delivery that is %s causes no build', async (_name, delivery, status) => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const before = controlled.builds()
  expect(await post(site.url, delivery)).toBe(status)
  await waitUntilIdle(site.publishing)
  expect(controlled.builds()).toBe(before)
})

test.each(['content-length', 'transfer-encoding'])(
  'the rest of a body that is too large, with %s, is read',
  async (header) => {
    const controlled = createControlledContent({ text: 'first', items: ITEMS })
    const site = await servePublishing(controlled.make)
    // More than the buffers of a connection hold.
    const body = Buffer.alloc(16 * 1024 * 1024)
    const value = header === 'content-length' ? body.length : 'chunked'
    const options = { method: 'POST', headers: { [header]: value } }
    const request = http.request(`${site.url}/hooks/content`, options)
    request.end(body)
    const [[response]] = await Promise.all([once(request, 'response'), once(request, 'finish')])
    expect(response).toMatchObject({ statusCode: 413 })
    response.resume()
  },
)

test('the response states what an event refreshes, or the expected event', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const site = await servePublishing(controlled.make)
  const send = async (id: string, event: object) => {
    const reply = await sendRequest(
      site.url,
      '/hooks/content',
      signed(id, { body: JSON.stringify(event) }),
    )
    return JSON.parse(reply.body.toString())
  }
  const changed = (changes: object[]) => ({ type: 'content.changed', data: { changes } })

  expect(await send('a', { type: 'news.changed' })).toMatchObject({
    error: 'unknown event',
    expected: { type: 'content.changed', data: { changes: [{ id: 12 }] } },
  })
  expect(await send('b', changed([{ kind: 'courses', id: 3 }]))).toMatchObject({
    refreshes: '1 named',
  })
  expect(await send('c', changed([{ kind: 'classes', id: 3 }]))).toMatchObject({
    refreshes: 'everything',
    note: 'kind is not known: classes',
  })
  expect(await send('d', { type: 'content.changed' })).toMatchObject({ refreshes: 'everything' })
})

test('webhooks are refused without a secret, and only POST is accepted', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const open = await servePublishing(controlled.make, { webhookSecrets: [] })
  expect(await post(open.url, signed('a'))).toBe(404)
  const site = await servePublishing(controlled.make)
  const reply = await sendRequest(site.url, '/hooks/content')
  expect([reply.status, reply.headers.allow]).toEqual([405, 'POST'])
})

test('both secrets are accepted during a rotation', async () => {
  const controlled = createControlledContent({ text: 'first', items: ITEMS })
  const secrets = ['the new secret of the site, long', 'the old secret of the site, long']
  const site = await servePublishing(controlled.make, { webhookSecrets: secrets })
  for (const [index, secret] of secrets.entries()) {
    expect(await post(site.url, signed(`id-${index}`, { secret }))).toBe(202)
  }
})

test('a delivery that cannot be recorded is to be sent again', async () => {
  const changes: unknown[] = []
  let isFull = true
  const deliveries = createMemoryDeliveries()
  const receive = createWebhookReceiver({
    secrets: [SECRET],
    deliveries: {
      ...deliveries,
      async add(delivery, now) {
        if (isFull) throw new Error('database or disk is full')
        return deliveries.add(delivery, now)
      },
    },
    onChange: (scope) => changes.push(scope),
    logger: SILENT_LOGGER,
  })
  const site = await serveApi((request, response) => {
    receive({ request, response }, false).catch(() => response.destroy())
  })
  const reply = await sendRequest(site.url, '/hooks/content', signed('a'))
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '60'])
  expect(JSON.parse(reply.body.toString())).toEqual({ error: 'not recorded' })
  isFull = false
  expect(await post(site.url, signed('a'))).toBe(202)
  expect(changes).toHaveLength(1)
})

test('a delivery to a stopping server is to be sent again', async () => {
  const changes: unknown[] = []
  const receive = createWebhookReceiver({
    secrets: [SECRET],
    deliveries: createMemoryDeliveries(),
    onChange: (scope) => changes.push(scope),
    logger: SILENT_LOGGER,
  })
  const { url, server } = await serveFixture({
    hooks: (exchange, _target, isDraining) => receive(exchange, isDraining),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = server.close({ graceMs: 5000 })
  const reply = await sendRequest(url, '/hooks/content', signed('a'))
  await vi.advanceTimersByTimeAsync(5000)
  await closed
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5'])
  expect(changes).toEqual([])
})
