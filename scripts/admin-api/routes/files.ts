import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import send from 'send'
import type { OpenedFile } from '../../lib/file-store/file-store.ts'
import { nullIfMissing } from '../../lib/is-missing-file.ts'
import { nameLegalFile, nameMediaFile } from '../content/file-names.ts'
import type { Deps } from '../deps.ts'
import type { App, AppEnv } from '../http.ts'
import { notFound } from '../errors.ts'

const MEDIA_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
// Legal texts keep their URL when they change, and have inline styles.
const LEGAL_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
}

/** How a file is served. */
interface Presentation {
  mime: string
  headers: Record<string, string>
}

/** A file on disk and how it is served. */
interface LocalFile extends Presentation {
  path: string
}

/** Serves a file with `send`, which handles ranges and conditional requests and writes to Node's response. */
function pipeFile(incoming: IncomingMessage, outgoing: ServerResponse, file: LocalFile) {
  return new Promise<Response>((done, fail) => {
    // `send` decodes the path.
    send(incoming, encodeURIComponent(file.path), { cacheControl: false, dotfiles: 'allow' })
      .on('headers', () => {
        for (const [name, value] of Object.entries(file.headers)) outgoing.setHeader(name, value)
        outgoing.setHeader('content-type', file.mime)
        outgoing.setHeader('x-content-type-options', 'nosniff')
      })
      .on('error', (error: Error & { status: number }) => {
        const { status } = error
        // Not the client's fault: the file cannot be read.
        if (status >= 500) return fail(error)
        if (status !== 412 && status !== 416) return fail(notFound())
        const headers = { 'accept-ranges': 'bytes', 'cache-control': 'no-store' }
        done(new Response(null, { status, headers }))
      })
      .pipe(outgoing)
    outgoing.on('close', () => done(RESPONSE_ALREADY_SENT))
  })
}

/** Hono builds a new response for HEAD, so `send` must not write it. */
async function createHeadResponse(file: LocalFile): Promise<Response> {
  const stats = await nullIfMissing(stat(file.path))
  if (!stats) throw notFound()
  return new Response(null, {
    headers: {
      ...file.headers,
      'accept-ranges': 'bytes',
      'content-length': String(stats.size),
      'content-type': file.mime,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Proxies a file from the object store. */
async function serveRemoteFile(
  context: Context<AppEnv>,
  file: Extract<OpenedFile, { kind: 'remote' }>,
  { mime, headers: ownHeaders }: Presentation,
): Promise<Response> {
  // `If-Range` is not evaluated: the full file is a valid response (RFC 9110, 13.1.5).
  const range = context.req.header('if-range') ? undefined : context.req.header('range')
  const content = await file.read({ range, ifNoneMatch: context.req.header('if-none-match') })
  if (!content) throw notFound()
  if (content.kind === 'range-not-satisfiable') {
    return context.body(null, 416, { 'accept-ranges': 'bytes', 'cache-control': 'no-store' })
  }
  const headers = { ...ownHeaders, 'accept-ranges': 'bytes', etag: content.etag }
  if (content.kind === 'not-modified') return context.body(null, 304, headers)
  const status = content.range === undefined ? 200 : 206
  const contentHeaders = {
    ...headers,
    'content-length': String(content.bytes),
    'content-type': mime,
    ...(content.range !== undefined && { 'content-range': content.range }),
  }
  if (context.req.method !== 'HEAD') return context.body(content.body, status, contentHeaders)
  await content.body.cancel()
  return context.body(null, status, contentHeaders)
}

/** Serves a file with ranges and conditional requests. */
export async function serveFile(
  context: Context<AppEnv>,
  file: OpenedFile,
  presentation: Presentation,
): Promise<Response> {
  if (file.kind === 'remote') return serveRemoteFile(context, file, presentation)
  const local = { path: file.path, ...presentation }
  const { incoming, outgoing } = context.env
  if (incoming.method === 'HEAD') return createHeadResponse(local)
  outgoing.setHeader('x-request-id', context.get('requestId'))
  return pipeFile(incoming, outgoing, local)
}

/** The name of a file, without NUL, which PostgreSQL refuses in a query. */
const NAME = ':name{[^\\0]+}'

/** Serves media and legal files; only names in the database are opened. */
export function mountFiles(app: App, { db, files }: Deps): void {
  app.get(`/media/${NAME}`, async (context) => {
    const name = context.req.param('name')
    const row = await db.query
      .selectFrom('media')
      .select('mime')
      .where('name', '=', name)
      .executeTakeFirstOrThrow(notFound)
    const file = files.open(nameMediaFile(name))
    return serveFile(context, file, { mime: row.mime, headers: MEDIA_HEADERS })
  })

  app.get(`/files/${NAME}`, async (context) => {
    const name = context.req.param('name')
    const row = await db.query
      .selectFrom('legal_file')
      .select('hash')
      .where('name', '=', name)
      .executeTakeFirstOrThrow(notFound)
    const file = files.open(nameLegalFile(row.hash, name))
    const mime = extname(name) === '.pdf' ? 'application/pdf' : 'text/html; charset=utf-8'
    return serveFile(context, file, { mime, headers: LEGAL_HEADERS })
  })
}
