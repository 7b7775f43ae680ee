import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { UploadSchema, createUpload } from '#api/upload.ts'
import { claimUploads } from '#scripts/admin-api/modules/upload/claim-uploads.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { runSql } from '#tests/support/database.ts'
import { FILE_STORES, type TestFileStore } from '#tests/support/file-stores.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import {
  requestTicket,
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

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MEBIBYTE = 1024 * 1024
const PDF = makePdf()

describe.each(FILE_STORES)('%s', (description, open) => {
  let place: TestFileStore
  let api: TestAdminApi
  let member: TestMember
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place.close())
  beforeEach(async () => {
    api = await openAdminApi({ settings: place.settings })
    member = await createMember(api)
  })
  afterEach(async () => {
    await api.deps.storage.settle()
    vi.restoreAllMocks()
    await api.close()
  })

  /** Submits an application with a file of the member. */
  async function apply(uploadId: number, courseId = 1): Promise<number> {
    const uploads = [{ id: uploadId, kind: 'resume' }] as const
    return api.db.transaction(async (trx) => {
      const { id } = await trx
        .insertInto('application')
        .values({
          kind: 'course',
          item_id: courseId,
          user_id: member.id,
          status: 'received',
          answers: '{}',
          submitted_at: api.clock.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await claimUploads(trx, { userId: member.id, applicationId: id, uploads })
      return id
    })
  }

  describe('file upload', () => {
    test(
      'is confirmed by the callback of the storage and can be used in a form',
      { tags: ['S7.21'] },
      async () => {
        const { envelope } = await requestTicket(api, member, { bytes: PDF.length })
        const granted = v.parse(createUpload.data, envelope.data)
        expect(granted.endpoint).toBe('/api/upload/tus')
        const path = await beginUpload(api, granted, PDF.length)
        const sent = await sendBytes(api, path, { ticket: granted.ticket, body: PDF })
        expect(sent.status).toBe(204)
        await api.deps.storage.settle()
        expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'ready' })
        expect(api.logs.join('')).toContain('POST /api/upload/{provider}_callback')

        await apply(granted.upload_id)
        // A file can belong to one application only.
        await expect(apply(granted.upload_id, 2)).rejects.toThrow('500405')
      },
    )

    test('returns the same result to the client on every completion call', async () => {
      const granted = await upload(api, member, PDF, { name: '简历.pdf' })
      for (let time = 0; time < 2; time += 1) {
        const { envelope } = await complete(api, member, granted)
        expect(v.parse(UploadSchema, envelope.data)).toEqual({
          id: granted.upload_id,
          kind: 'resume',
          name: '简历.pdf',
          bytes: PDF.length,
          duration_s: null,
        })
      }
    })

    test('can be resumed hours later without a session', async () => {
      const granted = await getTicket(api, member, { bytes: PDF.length })
      const path = await beginUpload(api, granted, PDF.length)
      const { ticket } = granted
      await sendBytes(api, path, { ticket, body: PDF.subarray(0, 100) })
      api.clock.now += 23 * HOUR
      const headers = { 'upload-ticket': ticket }
      const head = await sendTusRequest(api, path, { method: 'HEAD', headers })
      expect(head.headers.get('upload-offset')).toBe('100')
      expect(head.headers.get('upload-length')).toBe(String(PDF.length))
      expect(head.headers.get('upload-expires')).toBe('Thu, 06 May 2027 04:00:00 GMT')
      await sendBytes(api, path, { ticket, offset: 100, body: PDF.subarray(100) })
      expect((await complete(api, member, granted)).envelope.code).toBe(200)
    })

    test('expires after a day', async () => {
      const granted = await getTicket(api, member, { bytes: PDF.length })
      const path = await beginUpload(api, granted, PDF.length)
      api.clock.now += 24 * HOUR
      const response = await sendBytes(api, path, { ticket: granted.ticket, body: PDF })
      expect(response.status).toBe(403)
    })

    test('reports the full offset to a client that lost the last response, even if rejected', async () => {
      const granted = await upload(api, member, Buffer.from('no PDF'))
      const key = String((await findRow(api, granted.upload_id))?.['key'])
      const headers = { 'upload-ticket': granted.ticket }
      const head = await sendTusRequest(api, `/api/upload/tus/${key}`, { method: 'HEAD', headers })
      expect(head.headers.get('upload-offset')).toBe('6')
      expect((await complete(api, member, granted)).envelope.code).toBe(500401)
    })

    test('can be completed when its file was kept before a crash', async () => {
      const video = readVideo('take-20s.webm')
      const { storage } = api.deps
      const keep = storage.keep.bind(storage)
      const crash = vi.spyOn(storage, 'keep').mockImplementation(async (...file) => {
        await keep(...file)
        throw new Error('the process was killed')
      })
      const request = { kind: 'video', name: 'take.webm', bytes: video.length } as const
      const granted = await getTicket(api, member, request)
      const path = await beginUpload(api, granted, video.length)
      await sendBytes(api, path, { ticket: granted.ticket, body: video })
      await storage.settle()
      expect(crash).toHaveBeenCalled()
      expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'received' })
      crash.mockRestore()

      const { envelope } = await complete(api, member, granted)
      expect(envelope).toMatchObject({ code: 200, data: { bytes: video.length, duration_s: 20 } })
      const row = await findRow(api, granted.upload_id)
      expect(row).toMatchObject({ state: 'ready', mime: 'video/webm', ready_at: api.clock.now })
    })

    test('cannot be completed while bytes are missing', async () => {
      const granted = await getTicket(api, member, { bytes: PDF.length })
      expect((await complete(api, member, granted)).envelope.code).toBe(500405)
      await beginUpload(api, granted, PDF.length)
      expect((await complete(api, member, granted)).envelope.code).toBe(500405)
      expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'open' })
    })
  })

  describe('upload ticket', () => {
    test('must be used within fifteen minutes', async () => {
      const [inTime, late] = [await getTicket(api, member), await getTicket(api, member)]
      api.clock.now += 15 * MINUTE - 1
      expect(await beginUpload(api, inTime, 100)).toMatch(/^\//)
      api.clock.now += 1
      expect(await beginUpload(api, late, 100)).toBe('403')
    })

    test('starts one upload: repeated after a lost response, but not after data was sent', async () => {
      const granted = await getTicket(api, member, { bytes: PDF.length })
      const paths = await Promise.all([
        beginUpload(api, granted, PDF.length),
        beginUpload(api, granted, PDF.length),
      ])
      const path = paths.find((text) => text.startsWith('/')) ?? ''
      expect(await beginUpload(api, granted, PDF.length)).toBe(path)
      await sendBytes(api, path, { ticket: granted.ticket, body: PDF.subarray(0, 50) })
      expect(await beginUpload(api, granted, PDF.length)).toBe('403')
      const { ticket } = granted
      await sendBytes(api, path, { ticket, offset: 50, body: PDF.subarray(50) })
      expect((await complete(api, member, granted)).envelope.code).toBe(200)
      expect(await beginUpload(api, granted, PDF.length)).toBe('403')
    })

    test('is valid for one size', async () => {
      const granted = await getTicket(api, member, { bytes: 100 })
      expect(await beginUpload(api, granted, 101)).toBe('413')
      expect(await beginUpload(api, granted, 99)).toBe('403')
      const headers = { 'upload-ticket': granted.ticket, 'upload-defer-length': '1' }
      const later = await sendTusRequest(api, granted.endpoint, { method: 'POST', headers })
      expect(later.status).toBe(403)
    })

    test('is required and cannot be altered', async () => {
      const granted = await getTicket(api, member)
      const parts = granted.ticket.split('.')
      const altered = parts.map((_, index) => parts.with(index, `${parts[index]}1`).join('.'))
      for (const ticket of [...altered, '', 'null', `${granted.ticket}.`, 'a.b.c.d.e.f.g']) {
        expect(await beginUpload(api, { ...granted, ticket }, 100)).toBe('403')
      }
    })

    test('gives access to its own object only', async () => {
      const granted = await getTicket(api, member, { bytes: PDF.length })
      const path = await beginUpload(api, granted, PDF.length)
      const stranger = await createMember(api)
      const own = await getTicket(api, stranger, { bytes: PDF.length })
      const ownPath = await beginUpload(api, own, PDF.length)
      const key = path.split('/').at(-1)
      for (const address of [path, `${ownPath}/../${key}`, `${ownPath}%2f..%2f${key}`]) {
        const response = await sendBytes(api, address, { ticket: own.ticket, body: PDF })
        expect([403, 404]).toContain(response.status)
      }
      // The tus server alone would use the key after the last slash.
      await sendBytes(api, `${ownPath}?to=/${key}`, { ticket: own.ticket, body: PDF })
      const headers = { 'upload-ticket': granted.ticket }
      const head = await sendTusRequest(api, path, { method: 'HEAD', headers })
      expect(head.headers.get('upload-offset')).toBe('0')
    })

    test('cannot be used to read or replace the file', async () => {
      const granted = await upload(api, member, PDF)
      const path = `/api/upload/tus/${String((await findRow(api, granted.upload_id))?.['key'])}`
      const headers = { 'upload-ticket': granted.ticket }
      expect((await sendTusRequest(api, path, { method: 'GET', headers })).status).toBe(404)
      expect((await sendTusRequest(api, path, { method: 'DELETE', headers })).status).toBe(204)
      const more = await sendBytes(api, path, {
        ticket: granted.ticket,
        offset: PDF.length,
        body: PDF,
      })
      expect(more.status).toBe(403)
      expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'ready' })
    })

    test('and its signatures are not logged', async () => {
      const granted = await upload(api, member, PDF)
      await complete(api, member, granted)
      const link = await api.read('POST /api/upload/link', {
        headers: member.headers,
        body: { upload_id: granted.upload_id },
      })
      await api.app.request(link.url)
      const log = api.logs.join('')
      const signature = new URL(link.url, 'http://localhost').searchParams.get('signature') ?? ''
      for (const secret of [granted.ticket, granted.ticket.split('.').at(-1), signature]) {
        expect(log).not.toContain(secret)
      }
    })
  })

  // Limits are counted in the database, so one store is enough.
  describe.runIf(description === 'in the data folder')('upload limits', () => {
    test.each([
      ['resume', 'a.pdf.exe', 'application/pdf', 1, 500401],
      ['resume', 'a.docx', '', 1, 500401],
      ['resume', 'pdf', '', 1, 500401],
      ['resume', '.pdf', '', 1, 500401],
      ['resume', 'a.pdf', 'text/html', 1, 500401],
      ['resume', 'a.PDF', 'application/octet-stream', 10 * MEBIBYTE, 200],
      ['resume', 'a.pdf', '', 10 * MEBIBYTE + 1, 500402],
      ['video', 'a.mp4', 'video/mp4', 500 * MEBIBYTE, 200],
      ['video', 'a.mp4', 'video/mp4', 500 * MEBIBYTE + 1, 500402],
      ['video', 'a.mov', 'video/quicktime', 1, 200],
      ['video', 'a.webm', 'video/webm;codecs=vp9', 1, 200],
      ['video', 'a.mkv', 'video/x-matroska', 1, 500401],
      ['avatar', 'a.svg', 'image/svg+xml', 1, 500401],
      ['avatar', 'a.jpeg', 'image/jpeg', 10 * MEBIBYTE, 200],
      ['avatar', 'a.png', 'image/png', 10 * MEBIBYTE + 1, 500402],
    ] as const)('%s %s (%s) of %d bytes: %d', async (kind, name, mime, bytes, code) => {
      expect((await requestTicket(api, member, { kind, name, mime, bytes })).envelope.code).toBe(
        code,
      )
    })

    test('five unused files per day; discarded and rejected files do not count', async () => {
      const ready = await upload(api, member, PDF)
      for (let count = 0; count < 4; count += 1) await upload(api, member, PDF)
      expect((await requestTicket(api, member)).envelope.code).toBe(500404)
      const body = { upload_id: ready.upload_id }
      await api.read('POST /api/upload/discard', { headers: member.headers, body })
      await upload(api, member, Buffer.from('refused'))
      expect((await requestTicket(api, member)).envelope.code).toBe(200)
      await upload(api, member, PDF)
      expect((await requestTicket(api, member)).envelope.code).toBe(500404)
      expect((await requestTicket(api, await createMember(api))).envelope.code).toBe(200)
      api.clock.now += 24 * HOUR
      expect((await requestTicket(api, member)).envelope.code).toBe(200)
    })

    test('a file of an application does not count', async () => {
      const { upload_id: id } = await upload(api, member, PDF)
      await apply(id)
      for (let count = 0; count < 4; count += 1) await upload(api, member, PDF)
      expect((await requestTicket(api, member)).envelope.code).toBe(200)
    })

    test('abandoned uploads are deleted to make room for new ones', async () => {
      const first = await getTicket(api, member)
      const second = await getTicket(api, member)
      for (let count = 2; count < 5; count += 1) await getTicket(api, member)
      expect((await requestTicket(api, member)).envelope.code).toBe(200)
      expect(await findRow(api, first.upload_id)).toMatchObject({ state: 'deleted', bytes: 1 })
      expect(await findRow(api, second.upload_id)).toMatchObject({ state: 'open' })
    })

    test('fifty files per day, including abandoned ones', async () => {
      for (let count = 0; count < 50; count += 1) await getTicket(api, member)
      expect((await requestTicket(api, member)).envelope.code).toBe(500404)
    })

    test('three videos of the maximum size per day, including discarded ones', async () => {
      const request = { kind: 'video', name: 'a.mp4', bytes: 500 * MEBIBYTE } as const
      for (let count = 0; count < 3; count += 1) {
        await getTicket(api, member, request)
        await runSql(api.db, sql`UPDATE upload SET state = 'deleted'`)
      }
      expect((await requestTicket(api, member)).envelope.code).toBe(500404)
    })

    test('a full disk refuses new uploads, and started ones can be continued later', async () => {
      const granted = await getTicket(api, member, { bytes: PDF.length })
      const path = await beginUpload(api, granted, PDF.length)
      const free = vi.spyOn(api.deps.storage, 'readFreeBytes').mockResolvedValue(512 * MEBIBYTE)
      expect((await requestTicket(api, member)).envelope.code).toBe(500904)
      const sent = await sendBytes(api, path, { ticket: granted.ticket, body: PDF })
      expect(sent.status).toBe(503)
      free.mockRestore()
      await sendBytes(api, path, { ticket: granted.ticket, body: PDF })
      expect((await complete(api, member, granted)).envelope.code).toBe(200)
    })

    test('a ticket requires a login', async () => {
      const body = { kind: 'resume', name: 'a.pdf', bytes: 1, mime: '' }
      const { envelope } = await api.call('POST /api/upload/ticket', { body })
      expect(envelope.code).toBe(401)
    })
  })
})
