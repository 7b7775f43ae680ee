import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '#scripts/admin-api/app.ts'
import { createDeps, type Deps } from '#scripts/admin-api/deps.ts'
import { openObjects } from '#scripts/admin-api/providers/storage/objects.ts'
import { createStorage } from '#scripts/admin-api/providers/storage/storage.ts'
import { LOCAL_LOCKS } from '#scripts/admin-api/providers/storage/upload-locks.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { listenTo, openConnection } from '#tests/support/listen.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import {
  startObjectStore,
  type ObjectStore,
} from '#tests/support/object-store/start-object-store.ts'
import {
  sendTusRequest,
  beginUpload,
  complete,
  findRow,
  getTicket,
  makePdf,
  patch,
  sendBytes,
} from '#tests/support/upload.ts'

// A load balancer sends requests to different processes, which share a database and an object store.

const PDF = makePdf({ pages: 100 })

let store: ObjectStore
let first: TestAdminApi
let second: TestAdminApi
let member: TestMember
beforeEach(async () => {
  store = await startObjectStore()
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
  first = await openAdminApi({ settings: { STORAGE_URL: store.url } })
  second = await openOther((deps) => deps)
  member = await createMember(first)
})
afterEach(async () => {
  await first.close()
  await store.close()
  vi.unstubAllEnvs()
})

async function openOther(change: (deps: Deps) => Deps): Promise<TestAdminApi> {
  const deps = change(await createDeps(first.deps))
  return { ...first, deps, app: createApp(deps) }
}

/** An API without the locks that processes share. */
async function openUnlocked(): Promise<TestAdminApi> {
  const { files, config, secrets } = first.deps
  const objects = await openObjects(files, config)
  const storage = createStorage(objects, { secrets, locks: LOCAL_LOCKS })
  return openOther((deps) => ({ ...deps, storage }))
}

test('an upload continues with any process', async () => {
  const granted = await getTicket(first, member, { bytes: PDF.length })
  const { ticket } = granted
  const path = await beginUpload(second, granted, PDF.length)
  const size = Math.ceil(PDF.length / 5)
  for (let offset = 0, turn = 0; offset < PDF.length; offset += size, turn += 1) {
    const [sender, other] = turn % 2 === 0 ? [first, second] : [second, first]
    const headers = { 'upload-ticket': ticket }
    const head = await sendTusRequest(other, path, { method: 'HEAD', headers })
    expect(head.headers.get('upload-offset')).toBe(String(offset))
    const body = PDF.subarray(offset, offset + size)
    expect((await sendBytes(sender, path, { ticket, offset, body })).status).toBe(204)
  }
  await Promise.all([first.deps.storage.settle(), second.deps.storage.settle()])
  const { envelope } = await complete(second, member, granted)
  expect(envelope).toMatchObject({ code: 200, data: { bytes: PDF.length } })
})

/** Sends a request that stalls through one process, then a HEAD request through another. */
async function hangThenResume(other: TestAdminApi) {
  await using server = await listenTo(first)
  const granted = await getTicket(first, member, { bytes: PDF.length })
  const headers = { 'upload-ticket': granted.ticket }
  const path = await beginUpload(first, granted, PDF.length)
  const { socket } = openConnection(server.url)
  socket.write(patch(path, { ...headers, 'upload-offset': 0, 'content-length': PDF.length }))
  socket.write(PDF.subarray(0, 5000))
  const locks = first.db.query.selectFrom('upload_lock').select('holder')
  await expect.poll(() => locks.executeTakeFirst()).toBeDefined()
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  const head = await sendTusRequest(other, path, { method: 'HEAD', headers })
  const offset = Number(head.headers.get('upload-offset'))
  const wasClosed = isClosed
  socket.destroy()
  return { granted, path, offset, wasClosed }
}

test('a stalled request is ended by the next request for its upload', async () => {
  const { granted, path, offset, wasClosed } = await hangThenResume(second)
  expect(wasClosed).toBe(true)
  const { ticket } = granted
  await sendBytes(second, path, { ticket, offset, body: PDF.subarray(offset) })
  await second.deps.storage.settle()
  expect((await complete(first, member, granted)).envelope.code).toBe(200)
  expect(await first.db.query.selectFrom('upload_lock').selectAll().execute()).toEqual([])
})

test('without shared locks, a stalled request is not ended: negative control', async () => {
  const { wasClosed } = await hangThenResume(await openUnlocked())
  expect(wasClosed).toBe(false)
})

test('a file confirmed by callback and client at once is checked once', async () => {
  const granted = await getTicket(first, member, { bytes: PDF.length })
  const path = await beginUpload(first, granted, PDF.length)
  // The first process sends its own callback; the client gets a response from both.
  await sendBytes(first, path, { ticket: granted.ticket, body: PDF })
  const results = await Promise.all([first, second].map((api) => complete(api, member, granted)))
  expect(results.map(({ envelope }) => envelope.code)).toEqual([200, 200])
  await first.deps.storage.settle()
  expect(first.logs.filter((line) => line.includes('upload checked'))).toHaveLength(1)
})

test('a lock of a killed process expires', async () => {
  const granted = await getTicket(first, member, { bytes: PDF.length })
  const path = await beginUpload(first, granted, PDF.length)
  const key = String((await findRow(first, granted.upload_id))?.key)
  await first.db.transaction((trx) =>
    trx
      .insertInto('upload_lock')
      .values({
        upload_key: `uploads/incoming/${key}`,
        holder: 'a process that was killed',
        expires_at: first.clock.now + 20_000,
        is_wanted: 0,
      })
      .execute(),
  )
  const sent = sendBytes(second, path, { ticket: granted.ticket, body: PDF })
  const lock = first.db.query.selectFrom('upload_lock').select('is_wanted')
  await expect.poll(() => lock.executeTakeFirst()).toEqual({ is_wanted: 1 })
  first.clock.now += 20_001
  expect((await sent).status).toBe(204)
})
