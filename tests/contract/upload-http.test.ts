import { readdirSync } from 'node:fs'
import { parse } from 'content-disposition'
import { Upload } from 'tus-js-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limitBodyTime } from '#scripts/lib/limit-body-time.ts'
import { findAvatarUrl } from '#scripts/admin-api/modules/upload/rows.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { serveProxy, listenTo, openConnection } from '#tests/support/listen.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import {
  beginUpload,
  complete,
  findRow,
  getTicket,
  makePdf,
  patch,
  readVideo,
  upload,
} from '#tests/support/upload.ts'

const PDF = makePdf({ pages: 100 })
const MINUTE = 60_000

let api: TestAdminApi
let member: TestMember
beforeEach(async () => {
  api = await openAdminApi()
  member = await createMember(api)
})
afterEach(async () => {
  await api.deps.storage.settle()
  await api.close()
})

const measureSize = (path: string) => api.deps.storage.measure(path.split('/').at(-1) ?? '')

describe('upload over a real connection', () => {
  test('accepts chunks from a tus client', async () => {
    await using server = await listenTo(api)
    const granted = await getTicket(api, member, { bytes: PDF.length })
    await new Promise<void>((resolve, reject) => {
      new Upload(PDF, {
        endpoint: server.url + granted.endpoint,
        headers: { 'upload-ticket': granted.ticket },
        metadata: { filename: '../../x.pdf' },
        chunkSize: 2000,
        retryDelays: [],
        onSuccess: () => resolve(),
        onError: reject,
      }).start()
    })
    const { envelope } = await complete(api, member, granted)
    expect(envelope).toMatchObject({ code: 200, data: { name: 'resume.pdf', bytes: PDF.length } })
  })

  test.each([
    ['to the API', false],
    ['through the site', true],
  ])('resumes at the last byte after a connection %s broke', async (_, isProxied) => {
    await using direct = await listenTo(api)
    await using site = await serveProxy(direct.url)
    const server = isProxied ? site : direct
    const granted = await getTicket(api, member, { bytes: PDF.length })
    const path = await beginUpload(api, granted, PDF.length)
    const headers = { 'upload-ticket': granted.ticket, 'upload-offset': 0 }
    const { socket, closed } = openConnection(server.url)
    socket.write(patch(path, { ...headers, 'content-length': PDF.length }))
    socket.write(PDF.subarray(0, 5000))
    await expect.poll(() => measureSize(path)).toBe(5000)
    socket.resetAndDestroy()
    await closed

    const offsets: number[] = []
    await new Promise<void>((resolve, reject) => {
      new Upload(PDF, {
        endpoint: server.url + granted.endpoint,
        uploadUrl: server.url + path,
        headers: { 'upload-ticket': granted.ticket },
        retryDelays: [0, 100, 500],
        onBeforeRequest: (request) => {
          const offset = request.getHeader('Upload-Offset')
          if (offset !== undefined) offsets.push(Number(offset))
        },
        onSuccess: () => resolve(),
        onError: reject,
      }).start()
    })
    expect(offsets).toEqual([5000])
    expect((await complete(api, member, granted)).envelope.code).toBe(200)
  })

  const TOO_LONG = Buffer.alloc(PDF.length + 1, 'x')
  const inChunks = Buffer.concat([
    Buffer.from(`${TOO_LONG.length.toString(16)}\r\n`),
    TOO_LONG,
    Buffer.from('\r\n0\r\n\r\n'),
  ])
  test.each([
    ['a length beyond the file', { 'content-length': TOO_LONG.length }, TOO_LONG],
    ['chunks beyond the file', { 'transfer-encoding': 'chunked' }, inChunks],
  ])(
    'with %s gets 413, a closed connection, and stores no extra byte',
    async (_, framing, body) => {
      await using server = await listenTo(api)
      const granted = await getTicket(api, member, { bytes: PDF.length })
      const path = await beginUpload(api, granted, PDF.length)
      const { socket, closed } = openConnection(server.url)
      const headers = { 'upload-ticket': granted.ticket, 'upload-offset': 0, connection: 'close' }
      socket.write(patch(path, { ...headers, ...framing }))
      socket.write(body)
      expect(await closed).toMatch(/^HTTP\/1\.1 413 /)
      expect(await measureSize(path)).toBeLessThanOrEqual(PDF.length)
      expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'open' })
    },
  )

  test('stops a body that arrives too slowly', async () => {
    // Its total time would end only after the time of this test.
    const ms = 20 * MINUTE
    const limits = { bodyMs: ms, uploadMs: ms, windowMs: 60, windowBytes: 1000 }
    await using server = await listenTo(api, (...exchange) => limitBodyTime(...exchange, limits))
    const granted = await getTicket(api, member, { bytes: PDF.length })
    const path = await beginUpload(api, granted, PDF.length)
    const { socket, closed } = openConnection(server.url)
    const headers = { 'upload-ticket': granted.ticket, 'upload-offset': 0 }
    socket.write(patch(path, { ...headers, 'content-length': PDF.length }))
    socket.write('x')
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('downloads by the owner', () => {
  const createLink = async (id: number) =>
    api.read('POST /api/upload/link', { headers: member.headers, body: { upload_id: id } })

  test('use a link that is valid for five minutes and supports ranges', async () => {
    await using server = await listenTo(api)
    const take = readVideo('take-20s.mov')
    const { upload_id: id } = await upload(api, member, take, { kind: 'video', name: 'take.mov' })
    const link = await createLink(id)
    expect(link.expires_at).toBe('2027-05-05T12:05:00+08:00')
    const whole = await fetch(server.url + link.url)
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(take)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/quicktime',
      'content-disposition': 'attachment; filename=take.mov',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    const part = await fetch(server.url + link.url, { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text()]).toEqual([206, 'ftyp'])

    const { searchParams } = new URL(link.url, server.url)
    const later = Number(searchParams.get('expires')) + MINUTE
    const forged = [
      link.url.replace(/expires=\d+/, `expires=${later}`),
      link.url.replace(`/${id}?`, `/${id + 1}?`),
      link.url.replace(/signature=./, 'signature='),
      link.url.split('?')[0] ?? '',
    ]
    for (const url of forged) expect((await fetch(server.url + url)).status).toBe(404)
    api.clock.now += 5 * MINUTE
    expect((await fetch(server.url + link.url)).status).toBe(404)
  })

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['..%2f..%2fetc%2fpasswd.pdf', '..%2f..%2fetc%2fpasswd.pdf'.replace(/^\.+/, '')],
    ['C:\\Windows\\system32\\a.pdf', 'a.pdf'],
    ['a\u0000b.pdf', 'ab.pdf'],
    ['line\r\nbreak: x.pdf', 'line break: x.pdf'],
    ['photo\u202Efdp.exe.pdf', 'photofdp.exe.pdf'],
    ['CON.pdf', 'CON.pdf'],
    ['我的简历（终稿）.pdf', '我的简历（终稿）.pdf'],
    ['Re\u0301sume\u0301 "final"; v2.pdf', 'Résumé "final"; v2.pdf'],
    [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(115)}….pdf`],
    [`${'简'.repeat(300)}.pdf`, `${'简'.repeat(115)}….pdf`],
    ['\ud83c\udfad\ud800.pdf', '🎭.pdf'],
  ])('sanitise the file name %j', async (name, shown) => {
    await using server = await listenTo(api)
    const granted = await upload(api, member, makePdf(), { name })
    const { envelope } = await complete(api, member, granted)
    expect(envelope).toMatchObject({ code: 200, data: { name: shown } })
    const response = await fetch(server.url + (await createLink(granted.upload_id)).url)
    await response.arrayBuffer()
    const disposition = parse(response.headers.get('content-disposition') ?? '')
    expect(disposition.type).toBe('attachment')
    expect(disposition.parameters['filename']).toBe(shown)
    const stored = readdirSync(api.dataDir, { recursive: true, encoding: 'utf8' })
    const uploads = stored.filter((path) => /^uploads\/\w+\//.test(path))
    expect(uploads).toHaveLength(1)
    expect(uploads[0]).toMatch(/^uploads\/kept\/[0-9a-f]{32}$/)
  })

  test('of an avatar have a public, cacheable URL', async () => {
    await using server = await listenTo(api)
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    const granted = await upload(api, member, png, { kind: 'avatar', name: 'me.png' })
    const path = (await findAvatarUrl(api.db.query, granted.upload_id)) ?? ''
    const response = await fetch(server.url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetch(server.url + path.replace(/[0-9a-f]\.webp$/, 'g.webp'))).status).toBe(404)
    const resume = await upload(api, member, makePdf())
    expect(await findAvatarUrl(api.db.query, resume.upload_id)).toBeNull()
    const key = String((await findRow(api, resume.upload_id))?.['key'])
    expect((await fetch(`${server.url}/api/upload/avatar/${key}.webp`)).status).toBe(404)
  })
})
