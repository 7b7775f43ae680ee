import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, resolve } from 'node:path'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import send from 'send'
import type { Deps } from '../deps.ts'
import type { App, AppEnv } from '../http.ts'
import { RequestError } from '../errors.ts'

const MEDIA_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
// Legal texts keep their name when they change, and have inline styles.
const LEGAL_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
}

/** A file on disk and how it is served. */
export interface File {
  path: string
  mime: string
  headers: Record<string, string>
}

/** `send` handles ranges and conditional requests; it writes to Node's response itself. */
function pipeFile(incoming: IncomingMessage, outgoing: ServerResponse, file: File) {
  return new Promise<Response>((done, fail) => {
    send(incoming, file.path, { cacheControl: false, dotfiles: 'allow' })
      .on('headers', () => {
        for (const [name, value] of Object.entries(file.headers)) outgoing.setHeader(name, value)
        outgoing.setHeader('content-type', file.mime)
        outgoing.setHeader('x-content-type-options', 'nosniff')
      })
      .on('error', (error: Error & { status?: number }) => {
        if (error.status !== 416) return fail(new RequestError('not_found'))
        const headers = { 'accept-ranges': 'bytes', 'cache-control': 'no-store' }
        done(new Response(null, { status: 416, headers }))
      })
      .pipe(outgoing)
    outgoing.on('close', () => done(RESPONSE_ALREADY_SENT))
  })
}

/** Hono builds a new response for HEAD, so `send` must not write it. */
async function createHeadResponse(file: File): Promise<Response> {
  const { size } = await stat(file.path)
  return new Response(null, {
    headers: {
      ...file.headers,
      'accept-ranges': 'bytes',
      'content-length': String(size),
      'content-type': file.mime,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Serves a file with ranges and conditional requests. */
export async function serveFile(context: Context<AppEnv>, file: File): Promise<Response> {
  const { incoming, outgoing } = context.env
  if (incoming.method === 'HEAD') return createHeadResponse(file)
  outgoing.setHeader('x-request-id', context.get('requestId'))
  return pipeFile(incoming, outgoing, file)
}

/** Media and legal files. Only names that are in the database are opened. */
export function mountFiles(app: App, { db, config }: Deps): void {
  const folder = (name: string) => resolve(config.dataDir, name)

  app.get('/media/:name', async (context) => {
    const name = context.req.param('name')
    const row = await db.query
      .selectFrom('media')
      .select('mime')
      .where('name', '=', name)
      .executeTakeFirst()
    if (!row) throw new RequestError('not_found')
    const path = join(folder('media'), name)
    return serveFile(context, { path, mime: row.mime, headers: MEDIA_HEADERS })
  })

  app.get('/files/:name', async (context) => {
    const name = context.req.param('name')
    const row = await db.query
      .selectFrom('legal_file')
      .select('hash')
      .where('name', '=', name)
      .executeTakeFirst()
    if (!row) throw new RequestError('not_found')
    const path = join(folder('files'), `${row.hash}${extname(name)}`)
    const mime = extname(name) === '.pdf' ? 'application/pdf' : 'text/html; charset=utf-8'
    return serveFile(context, { path, mime, headers: LEGAL_HEADERS })
  })
}
