import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '#scripts/admin-api/app.ts'
import { createDeps } from '#scripts/admin-api/deps.ts'
import { registry } from '#scripts/lib/metrics.ts'
import { findAvatarUrl } from '#scripts/admin-api/modules/upload/rows.ts'
import { createArchive } from '#scripts/admin-api/personal-data/create-archive.ts'
import { createSignedLink } from '#scripts/admin-api/security/signed-link.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import {
  startObjectStore,
  type ObjectStore,
} from '#tests/support/object-store/start-object-store.ts'
import { runJob } from '#tests/support/run-job.ts'
import {
  sendTusRequest,
  beginUpload,
  complete,
  findRow,
  getTicket,
  makePdf,
  readVideo,
  sendBytes,
  upload,
} from '#tests/support/upload.ts'

const MEBIBYTE = 1024 * 1024
const DAY = 86_400_000
const PDF = makePdf()

let store: ObjectStore
let api: TestAdminApi
let member: TestMember
beforeAll(async () => {
  store = await startObjectStore()
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await store.close()
})
beforeEach(async () => {
  api = await openAdminApi({ settings: { STORAGE_URL: store.url } })
  member = await createMember(api)
})
afterEach(async () => {
  await api.deps.storage.settle()
  for (const key of await api.deps.storage.list()) await api.deps.storage.remove(key)
  await api.close()
})

const findKey = async (id: number) => String((await findRow(api, id))?.['key'])

/** Another API process on the same database and store. */
async function openSecond(): Promise<TestAdminApi> {
  const deps = await createDeps(api.deps)
  return { ...api, deps, app: createApp(deps) }
}

/** A video with `bytes` of padding, which players skip (ISO/IEC 14496-12, box `free`). */
function padFilm(bytes: number): Buffer {
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes)
  box.write('free', 4, 'latin1')
  return Buffer.concat([readVideo('take-20s.mov'), box])
}

async function beginFilm({ length: bytes }: Buffer) {
  const granted = await getTicket(api, member, { kind: 'video', name: 'take.mov', bytes })
  return { granted, path: await beginUpload(api, granted, bytes) }
}

test('a file is received, checked and kept in the object store only', async () => {
  const granted = await upload(api, member, PDF)
  expect((await complete(api, member, granted)).envelope).toMatchObject({
    code: 200,
    data: { name: 'resume.pdf', bytes: PDF.length },
  })
  expect(store.listKeys()).toEqual([`uploads/kept/${await findKey(granted.upload_id)}`])
  expect(await api.deps.storage.list()).toEqual([await findKey(granted.upload_id)])
})

test('a download redirects to a signed URL of the store with the file name', async () => {
  const { upload_id: id } = await upload(api, member, PDF)
  const { url } = createSignedLink(api.deps.secrets, `/api/upload/file/${id}`, api.clock.now)
  const response = await api.app.request(url)
  expect(response.status).toBe(303)
  const address = response.headers.get('location') ?? ''
  expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('300')
  const file = await fetch(address)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain('resume.pdf')
  expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF)

  const forged = await fetch(address.replace(/Signature=./, 'Signature=x'))
  expect(forged.status).toBe(403)
  const unsigned = await fetch(address.replace(/\?.*/, ''))
  expect(unsigned.ok).toBe(false)
})

test('an interrupted upload can be resumed through another process', async () => {
  const film = padFilm(7 * MEBIBYTE)
  const half = 6 * MEBIBYTE
  const { granted, path } = await beginFilm(film)
  const { ticket } = granted
  const first = await sendBytes(api, path, { ticket, body: film.subarray(0, half) })
  expect(first.headers.get('upload-offset')).toBe(String(half))

  const second = await openSecond()
  const head = await sendTusRequest(second, path, {
    method: 'HEAD',
    headers: { 'upload-ticket': ticket },
  })
  const offset = Number(head.headers.get('upload-offset'))
  expect(offset).toBe(half)
  await sendBytes(second, path, { ticket, offset, body: film.subarray(offset) })
  await second.deps.storage.settle()
  const { envelope } = await complete(api, member, granted)
  expect(envelope).toMatchObject({ code: 200, data: { duration_s: 20, bytes: film.length } })
  expect(store.listKeys()).toEqual([`uploads/kept/${await findKey(granted.upload_id)}`])
  expect(store.countUnfinished()).toBe(0)
})

test('/readyz reports a store that does not respond', async () => {
  const read = async () => (await api.app.request('/readyz')).json()
  expect(await read()).toMatchObject({ status: 'ready', checks: { storage: 'ok' } })
  store.setDown(true)
  api.clock.now += 6000
  expect(await read()).toMatchObject({ failed: ['storage'], checks: { storage: 'unreachable' } })
  store.setDown(false)
  api.clock.now += 6000
  expect(await read()).toMatchObject({ status: 'ready' })
  // Only this metric: those of the database may belong to an API closed by another test file.
  const requests = await registry.getSingleMetricAsString('file_store_request_duration_seconds')
  expect(requests).toMatch(
    /file_store_request_duration_seconds_count\{operation="HeadObject",result="error"\} [1-9]/,
  )
})

test('a fault of the store is in the log and not in the response', async () => {
  const granted = await getTicket(api, member, { bytes: PDF.length })
  const headers = { 'upload-ticket': granted.ticket, 'upload-length': String(PDF.length) }
  store.setDown(true)
  const response = await sendTusRequest(api, granted.endpoint, { method: 'POST', headers })
  store.setDown(false)
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ code: 500, msg: '服务出错了，请稍后再试' })
  expect(api.logs.join('')).toContain('unexpected error')
})

test('a rejected file leaves nothing in the store', async () => {
  const granted = await upload(api, member, Buffer.from('not a document'))
  expect((await complete(api, member, granted)).envelope.code).toBe(500401)
  expect(store.listKeys()).toEqual([])
})

test('the export of a member contains the files of the store', async () => {
  const { upload_id: id } = await upload(api, member, PDF)
  const options = { userId: member.id, lang: 'en', now: api.clock.now } as const
  const archive = await new Response(createArchive(api.deps, options)).arrayBuffer()
  const file = unzipSync(new Uint8Array(archive))[`files/resume-${id}-resume.pdf`]
  expect(PDF.equals(file ?? new Uint8Array())).toBe(true)
})

test('an avatar is served from the origin of the site', async () => {
  const picture = await sharp({
    create: { width: 400, height: 400, channels: 3, background: 'teal' },
  })
    .jpeg()
    .toBuffer()
  const { upload_id: id } = await upload(api, member, picture, { kind: 'avatar', name: 'me.jpg' })
  const response = await api.app.request((await findAvatarUrl(api.db.query, id)) ?? '')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/webp')
  const { format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect(format).toBe('webp')

  store.remove(`uploads/kept/${await findKey(id)}`)
  expect((await api.app.request((await findAvatarUrl(api.db.query, id)) ?? '')).status).toBe(404)
})

test('an unfinished upload is deleted with its parts after a day', async () => {
  const film = padFilm(7 * MEBIBYTE)
  const { granted, path } = await beginFilm(film)
  const { ticket } = granted
  await sendBytes(api, path, { ticket, body: film.subarray(0, 6 * MEBIBYTE) })
  expect(store.countUnfinished()).toBe(1)

  api.clock.now += DAY + 1
  await runJob(api, 'delete unneeded uploads')
  expect((await findRow(api, granted.upload_id))?.['state']).toBe('deleted')
  expect(store.listKeys()).toEqual([])
  expect(store.countUnfinished()).toBe(0)
})
