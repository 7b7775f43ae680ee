import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { UploadKind } from '#api/upload.ts'
import type { TestAdminApi } from './admin-api.ts'
import type { TestMember } from './member.ts'

/** Reads a fixture video, such as `take-299s.mp4`: 32 by 32 pixels, one frame per second, from ffmpeg. */
export function readVideo(name: string): Buffer {
  return readFileSync(fileURLToPath(new URL(`../fixtures/uploads/${name}`, import.meta.url)))
}

/** A small PDF; `catalog` and `trailer` add keys to the respective dictionaries. */
export function makePdf({ pages = 1, catalog = '', trailer = '' } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`)
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog}>>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

export interface TicketRequest {
  kind?: UploadKind
  name?: string
  mime?: string
  bytes?: number
}

/** Requests an upload ticket, as the application form does. */
export function requestTicket(
  api: TestAdminApi,
  member: TestMember,
  { kind = 'resume', name = 'resume.pdf', mime = '', bytes = 100 }: TicketRequest = {},
) {
  return api.call('POST /api/upload/ticket', {
    headers: member.headers,
    body: { kind, name, mime, bytes },
  })
}

export async function getTicket(api: TestAdminApi, member: TestMember, request?: TicketRequest) {
  const { envelope } = await requestTicket(api, member, request)
  if (envelope.code !== 200) throw new Error(`no ticket: ${envelope.code} ${envelope.msg}`)
  // The contract test validates this response against its schema.
  return envelope.data as { upload_id: number; endpoint: string; ticket: string }
}
export type Granted = Awaited<ReturnType<typeof getTicket>>

const VERSION = { 'tus-resumable': '1.0.0' }

/** Sends a tus request in process. */
export function sendTusRequest(
  { app }: TestAdminApi,
  path: string,
  init: { method: string; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> },
): Promise<Response> {
  const headers = { ...VERSION, ...init.headers }
  return Promise.resolve(app.request(path, { ...init, headers }))
}

/** Starts an upload. @returns its path, or the status of a refusal */
export async function beginUpload(
  api: TestAdminApi,
  { endpoint, ticket }: Granted,
  bytes: number,
): Promise<string> {
  const headers = { 'upload-ticket': ticket, 'upload-length': String(bytes) }
  const response = await sendTusRequest(api, endpoint, { method: 'POST', headers })
  return response.headers.get('location') ?? String(response.status)
}

export function sendBytes(
  api: TestAdminApi,
  path: string,
  { ticket, offset = 0, body }: { ticket: string; offset?: number; body: Buffer },
): Promise<Response> {
  return sendTusRequest(api, path, {
    method: 'PATCH',
    headers: {
      'upload-ticket': ticket,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(body),
  })
}

/** Uploads a file and waits for the storage callback. */
export async function upload(
  api: TestAdminApi,
  member: TestMember,
  file: Buffer,
  request: TicketRequest = {},
): Promise<Granted> {
  const granted = await getTicket(api, member, { bytes: file.length, ...request })
  const path = await beginUpload(api, granted, file.length)
  await sendBytes(api, path, { ticket: granted.ticket, body: file })
  await api.deps.storage.settle()
  return granted
}

export function complete(api: TestAdminApi, member: TestMember, { upload_id, ticket }: Granted) {
  return api.call('POST /api/upload/complete', {
    headers: member.headers,
    body: { upload_id, ticket },
  })
}

export const findRow = ({ db }: TestAdminApi, id: number) =>
  db.query.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()

/** The raw head of a PATCH request, for tests with raw connections. */
export const patch = (path: string, headers: Record<string, string | number>) =>
  [
    `PATCH ${path} HTTP/1.1`,
    'host: localhost',
    'tus-resumable: 1.0.0',
    'content-type: application/offset+octet-stream',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
