import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import {
  sendTusRequest,
  beginUpload,
  complete,
  findRow,
  getTicket,
  makePdf,
  sendBytes,
  upload,
  type Granted,
} from '#tests/support/upload.ts'
import { runSql } from '#tests/support/database.ts'

const PDF = makePdf()
const HUNDRED = Array.from({ length: 100 }, (_, index) => index)

let api: TestAdminApi
let owner: TestMember
let stranger: TestMember
beforeEach(async () => {
  api = await openAdminApi()
  owner = await createMember(api)
  stranger = await createMember(api)
})
afterEach(async () => {
  await api.deps.storage.settle()
  vi.restoreAllMocks()
  await api.close()
})

interface Callback {
  body: { ticket: string; key: string; bytes: number }
  signature: string
}

/** Records the callbacks of the storage provider, and optionally drops them. */
function recordCallbacks({ isDropped = false } = {}) {
  const request = api.app.request.bind(api.app)
  const callbacks: Callback[] = []
  const spy = vi.spyOn(api.app, 'request').mockImplementation((input, init, ...rest) => {
    if (!String(input).endsWith('_callback')) return request(input, init, ...rest)
    const signature = new Headers(init?.headers).get('signature') ?? ''
    callbacks.push({ body: JSON.parse(String(init?.body)), signature })
    if (isDropped) throw new Error('lost')
    return request(input, init, ...rest)
  })
  return { callbacks, stop: () => spy.mockRestore() }
}

/** A received upload whose callback was lost. */
async function uploadWithoutCallback(): Promise<Granted & { callback: Callback }> {
  const { callbacks, stop } = recordCallbacks({ isDropped: true })
  const granted = await upload(api, owner, PDF)
  stop()
  const [callback] = callbacks
  if (!callback) throw new Error('the provider did not call back')
  return { ...granted, callback }
}

const readKey = async ({ upload_id }: Granted) => String((await findRow(api, upload_id))?.['key'])

/** A hundred uploads of the owner, stored directly because of the quota. */
async function createHundred(state: 'open' | 'ready'): Promise<number[]> {
  const { now } = api.clock
  const uploads = HUNDRED.map((index) => ({
    user_id: owner.id,
    kind: 'resume' as const,
    key: String(index).padStart(32, '0'),
    name: 'resume.pdf',
    bytes: 10,
    mime: 'application/pdf',
    state,
    ticket_expires_at: now + 1000,
    created_at: now,
  }))
  const rows = await api.db.transaction((trx) =>
    trx.insertInto('upload').values(uploads).returning('id').execute(),
  )
  return rows.map(({ id }) => id)
}

describe('uploads of another member', () => {
  test.each(['open', 'ready'] as const)(
    'cannot be read, discarded or completed in state %s',
    async (state) => {
      const ids = await createHundred(state)
      const own = await getTicket(api, stranger, { bytes: PDF.length })
      const { headers } = stranger
      const codes = await Promise.all(
        ids.flatMap((upload_id) => [
          api.call('POST /api/upload/link', { headers, body: { upload_id } }),
          api.call('POST /api/upload/discard', { headers, body: { upload_id } }),
          complete(api, stranger, { ...own, upload_id }),
        ]),
      )
      expect(codes).toHaveLength(300)
      for (const { envelope } of codes) expect([404, 500405]).toContain(envelope.code)
      for (const id of ids) expect(await findRow(api, id)).toMatchObject({ state })
    },
  )

  test('cannot be read or written with a ticket for another upload', async () => {
    await createHundred('open')
    const own = await getTicket(api, stranger, { bytes: PDF.length })
    await beginUpload(api, own, PDF.length)
    const statuses = await Promise.all(
      HUNDRED.flatMap((index) => {
        const path = `/api/upload/tus/${String(index).padStart(32, '0')}`
        const headers = { 'upload-ticket': own.ticket }
        return [
          sendTusRequest(api, path, { method: 'HEAD', headers }),
          sendTusRequest(api, path, { method: 'DELETE', headers }),
          sendBytes(api, path, { ticket: own.ticket, body: PDF }),
        ]
      }),
    )
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([403]))
  })

  test('cannot be completed with a stolen ticket', async () => {
    const granted = await upload(api, owner, PDF)
    expect((await complete(api, stranger, granted)).envelope.code).toBe(500405)
    expect((await complete(api, owner, granted)).envelope.code).toBe(200)
  })
})

describe('storage callback', () => {
  const callBack = (body: object, signature?: string) =>
    api.call('POST /api/upload/{provider}_callback', {
      params: { provider: 'tus' },
      headers: signature === undefined ? {} : { signature },
      body,
    })

  test('confirms nothing when forged a hundred times', async () => {
    const granted = await uploadWithoutCallback()
    const [key, bytes, { ticket }] = [await readKey(granted), PDF.length, granted]
    const results = await Promise.all(
      HUNDRED.map((index) => {
        const forged = [
          undefined,
          '',
          'x'.repeat(43),
          ticket,
          Buffer.alloc(32, index).toString('base64url'),
        ]
        return callBack({ ticket, key, bytes }, forged[index % forged.length])
      }),
    )
    expect(results.map(({ envelope }) => envelope.code)).toEqual(HUNDRED.map(() => 500405))
    expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'open' })
  })

  test('checks the file once when repeated a hundred times, with the same response', async () => {
    const { callback, ...granted } = await uploadWithoutCallback()
    const results = await Promise.all(
      HUNDRED.map(() => callBack(callback.body, callback.signature)),
    )
    for (const { envelope } of results) {
      expect(envelope).toMatchObject({ code: 200, data: { id: granted.upload_id } })
    }
    const checks = api.logs.filter((line) => line.includes('upload checked'))
    expect(checks).toHaveLength(1)
  })

  test('signed for one object confirms no other', async () => {
    const [one, other] = [await uploadWithoutCallback(), await uploadWithoutCallback()]
    const { signature, body } = one.callback
    const [theirs, ours] = [other.callback.body, body]
    const forgeries = [
      theirs,
      { ...ours, key: theirs.key },
      { ...ours, ticket: theirs.ticket },
      { ...ours, bytes: ours.bytes + 1 },
    ]
    for (const forged of forgeries) {
      expect((await callBack(forged, signature)).envelope.code).toBe(500405)
    }
    expect((await callBack(ours, signature)).envelope.code).toBe(200)
    expect(await findRow(api, other.upload_id)).toMatchObject({ state: 'open' })
  })

  test('can be replaced by the completion from the client if lost', async () => {
    const granted = await uploadWithoutCallback()
    expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'open' })
    const results = await Promise.all(HUNDRED.map(() => complete(api, owner, granted)))
    expect(new Set(results.map(({ envelope }) => envelope.code))).toEqual(new Set([200]))
    expect(api.logs.filter((line) => line.includes('upload checked'))).toHaveLength(1)
  })

  test('of an unconfigured provider gets 404', async () => {
    const body = { ticket: 'x'.repeat(20), key: 'k', bytes: 1 }
    const params = { provider: 'oss' }
    const { envelope } = await api.call('POST /api/upload/{provider}_callback', { params, body })
    expect(envelope.code).toBe(404)
  })
})

describe('discarding an upload', () => {
  test('deletes the file and can be repeated', async () => {
    const granted = await upload(api, owner, PDF)
    const body = { upload_id: granted.upload_id }
    for (let time = 0; time < 2; time += 1) {
      await api.read('POST /api/upload/discard', { headers: owner.headers, body })
    }
    expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'deleted' })
    expect(await api.deps.storage.list()).toEqual([])
    expect((await complete(api, owner, granted)).envelope.code).toBe(500405)
  })

  test('during its check takes precedence', async () => {
    const granted = await uploadWithoutCallback()
    const completion = complete(api, owner, granted)
    const body = { upload_id: granted.upload_id }
    await expect.poll(() => findRow(api, granted.upload_id)).toMatchObject({ state: 'received' })
    await api.read('POST /api/upload/discard', { headers: owner.headers, body })
    expect((await completion).envelope.code).toBe(500405)
    expect(await api.deps.storage.list()).toEqual([])
  })

  test.each(['just before', 'while'])('%s its file is kept takes precedence', async (moment) => {
    const granted = await uploadWithoutCallback()
    const body = { upload_id: granted.upload_id }
    const { storage } = api.deps
    const { keep } = storage
    vi.spyOn(storage, 'keep').mockImplementationOnce(async (...file) => {
      // An object store may finish its copy after the deletion.
      if (moment === 'while') vi.spyOn(storage, 'remove').mockResolvedValueOnce()
      await api.read('POST /api/upload/discard', { headers: owner.headers, body })
      return keep(...file)
    })
    expect((await complete(api, owner, granted)).envelope.code).toBe(500405)
    expect(await storage.list()).toEqual([])
  })

  test('is refused if an application uses the file', async () => {
    const { upload_id } = await upload(api, owner, PDF)
    const rows = await runSql(
      api.db,
      sql`INSERT INTO application (kind, item_id, user_id, status, answers, submitted_at)
         VALUES ('course', 1, ${owner.id}, 'submitted', '{}', 1) RETURNING id`,
    )
    await runSql(
      api.db,
      sql`INSERT INTO application_upload (application_id, upload_id)
         VALUES (${rows[0]?.['id']}, ${upload_id})`,
    )
    const refused = await api.call('POST /api/upload/discard', {
      headers: owner.headers,
      body: { upload_id },
    })
    expect(refused.envelope.code).toBe(404)
    expect(await findRow(api, upload_id)).toMatchObject({ state: 'ready' })
  })
})
