import type { Server } from '@tus/server'
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { BusinessCode } from '#api/codes.ts'
import type { Deps } from '../deps.ts'
import { createErrorResponse } from '../envelope.ts'
import { BusinessError } from '../errors.ts'
import type { App, AppEnv } from '../http.ts'
import { FREE_DISK_FLOOR, LIFETIMES, UPLOAD_INFO } from '../modules/upload/limits.ts'
import { deleteUpload, findUpload } from '../modules/upload/rows.ts'
import { readTicket, TICKET_HEADER, type UploadTicket } from '../modules/upload/tickets.ts'

const { endpoint } = UPLOAD_INFO
const VERSION = { 'tus-resumable': '1.0.0' }
type TusContext = Context<AppEnv>

/** The current permissions of a ticket. */
interface Grant {
  ticket: UploadTicket
  /** Whether the upload accepts bytes; false when it is complete. */
  isOpen: boolean
  /** Whether an upload may still be started. */
  mayStart: boolean
  /** Expiry of an unfinished upload, epoch ms. */
  endsAt: number
}

/**
 * Mounts the tus server, guarded by checks of the ticket and of free disk space. Every request has a ticket in
 * the header `upload-ticket` that grants access to one object, like a presigned URL. Sessions are not
 * checked: one may end during a long upload.
 */
export function mountTus(app: App, deps: Deps): void {
  const { db, secrets, storage, now } = deps
  const secret = secrets.deriveKey('upload-ticket')
  let server: Promise<Server> | undefined

  async function createServer(): Promise<Server> {
    // Loaded on the first upload, to keep the start fast.
    const { createTusServer } = await import('../providers/storage/tus-server.ts')
    return createTusServer({
      storage,
      readKey: (text) => readTicket(secret, text)?.key,
      onUploaded: (callback) => storage.callBack(app, callback),
    })
  }

  /** The grant of a request; null when its ticket is invalid or expired. */
  async function findGrant({ req }: TusContext): Promise<Grant | null> {
    const ticket = readTicket(secret, req.header(TICKET_HEADER))
    const row = ticket ? await findUpload(db.query, ticket.uploadId) : undefined
    if (!ticket || row?.key !== ticket.key || row.state === 'deleted') return null
    const endsAt = row.created_at + LIFETIMES.openMs
    if (row.state !== 'open') return { ticket, isOpen: false, mayStart: false, endsAt }
    return now() < endsAt
      ? { ticket, isOpen: true, mayStart: now() < ticket.expiresAt, endsAt }
      : null
  }

  async function discard({ uploadId }: UploadTicket): Promise<void> {
    const row = await findUpload(db.query, uploadId)
    // A checked upload may already be part of a form: only its owner can discard it.
    if (row?.state === 'open') await deleteUpload(deps, row)
  }

  /** Refuses with an HTTP status, which tus clients read, and the envelope as body. */
  function refuse(context: TusContext, status: 403 | 413 | 503, code: BusinessCode) {
    const { envelope } = createErrorResponse(new BusinessError(code), context.get('lang'), now())
    context.set('code', code)
    return context.json(envelope, status, VERSION)
  }

  function deny(context: TusContext) {
    context.set('denial', 'upload ticket not valid')
    return refuse(context, 403, 500405)
  }

  async function forward(context: TusContext, { endsAt }: Grant) {
    server ??= createServer()
    const response = await (await server).handleWeb(context.req.raw)
    if (response.status === 503) return refuse(context, 503, 500904)
    for (const [name, value] of response.headers) context.header(name, value)
    context.header('upload-expires', new Date(endsAt).toUTCString())
    // The tus server returns valid statuses only; its types are wider than Hono's.
    context.status(response.status as StatusCode)
    const text = await response.text()
    return text === '' ? context.body(null) : context.body(text)
  }

  async function hasSpace({ ticket: { key, bytes } }: Grant): Promise<boolean> {
    const missing = bytes - ((await storage.measure(key)) ?? 0)
    return (await storage.readFreeBytes()) - missing >= FREE_DISK_FLOOR
  }

  app.post(endpoint, async (context) => {
    const grant = await findGrant(context)
    if (!grant) return deny(context)
    if (!grant.isOpen) return refuse(context, 403, 500405)
    const { key, bytes } = grant.ticket
    const received = await storage.measure(key)
    if (received === 0) {
      // Repeats the response to a creation, which the client may not have received; the file is still empty.
      const headers = { ...VERSION, location: `${endpoint}/${key}`, 'upload-offset': '0' }
      return context.body(null, 201, headers)
    }
    if (received !== null || !grant.mayStart) return refuse(context, 403, 500405)
    const length = context.req.header('upload-length')
    if (Number(length) > bytes) return refuse(context, 413, 500402)
    if (length !== String(bytes)) return refuse(context, 403, 500405)
    return (await hasSpace(grant)) ? forward(context, grant) : refuse(context, 503, 500904)
  })

  // Hono handles HEAD with the handler of GET.
  app.on(['GET', 'PATCH', 'DELETE'], `${endpoint}/:key`, async (context, next) => {
    const { method } = context.req.raw
    if (method === 'GET') return next()
    const grant = await findGrant(context)
    if (!grant || grant.ticket.key !== context.req.param('key')) return deny(context)
    if (method === 'DELETE') {
      await discard(grant.ticket)
      return context.body(null, 204, VERSION)
    }
    if (method === 'HEAD' && !grant.isOpen) {
      // The upload is complete; the client may not have received the last response.
      const length = String(grant.ticket.bytes)
      const headers = { ...VERSION, 'upload-offset': length, 'upload-length': length }
      return context.body(null, 200, headers)
    }
    if (!grant.isOpen) return refuse(context, 403, 500405)
    if (method === 'PATCH' && !(await hasSpace(grant))) return refuse(context, 503, 500904)
    return forward(context, grant)
  })
}
