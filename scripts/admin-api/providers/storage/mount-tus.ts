import type { Server } from '@tus/server'
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { BusinessCode } from '#api/codes.ts'
import type { AppEnv } from '../../app.ts'
import { answerError } from '../../envelope.ts'
import { BusinessError } from '../../errors.ts'
import { FREE_DISK_FLOOR, UPLOAD_INFO } from '../../modules/upload/limits.ts'
import type { Objects } from './objects.ts'
import { TICKET_HEADER, type Grant, type StorageHost } from './storage.ts'

const { endpoint } = UPLOAD_INFO
const VERSION = { 'tus-resumable': '1.0.0' }
type TusContext = Context<AppEnv>

/** What stands between browsers and the tus server: tickets, and room on the disk. */
export function mountTus(
  host: StorageHost,
  objects: Objects,
  getServer: () => Promise<Server>,
): void {
  const { app, now, findGrant, discard } = host

  /** tus clients read statuses: refusals have theirs here, with the envelope as body. */
  function refuse(context: TusContext, status: 403 | 413 | 503, code: BusinessCode) {
    const { envelope } = answerError(new BusinessError(code), context.get('lang'), now())
    context.set('code', code)
    return context.json(envelope, status, VERSION)
  }

  function deny(context: TusContext) {
    context.set('denial', 'upload ticket not valid')
    return refuse(context, 403, 500405)
  }

  async function pass(context: TusContext, { endsAt }: Grant) {
    const server = await getServer()
    const response = await server.handleWeb(context.req.raw)
    if (response.status === 503) return refuse(context, 503, 500904)
    for (const [name, value] of response.headers) context.header(name, value)
    context.header('upload-expires', new Date(endsAt).toUTCString())
    // Statuses of the protocol are all ones that Hono knows; its types want to see which.
    context.status(response.status as StatusCode)
    const text = await response.text()
    return text === '' ? context.body(null) : context.body(text)
  }

  async function hasRoom({ ticket: { key, bytes } }: Grant): Promise<boolean> {
    const missing = bytes - ((await objects.measure(key)) ?? 0)
    return (await host.readFreeBytes()) - missing >= FREE_DISK_FLOOR
  }

  app.post(endpoint, async (context) => {
    context.set('route', endpoint)
    const grant = findGrant(context.req.header(TICKET_HEADER))
    if (!grant) return deny(context)
    if (!grant.isOpen) return refuse(context, 403, 500405)
    const { key, bytes } = grant.ticket
    const arrived = await objects.measure(key)
    if (arrived === 0) {
      // The first answer may have been lost, and nothing was begun but an empty file.
      const known = { ...VERSION, location: `${endpoint}/${key}`, 'upload-offset': '0' }
      return context.body(null, 201, known)
    }
    if (arrived !== null || !grant.mayStart) return refuse(context, 403, 500405)
    const length = context.req.header('upload-length')
    if (Number(length) > bytes) return refuse(context, 413, 500402)
    if (length !== String(bytes)) return refuse(context, 403, 500405)
    return (await hasRoom(grant)) ? pass(context, grant) : refuse(context, 503, 500904)
  })

  // Hono answers HEAD by the handler of GET.
  app.on(['GET', 'PATCH', 'DELETE'], `${endpoint}/:key`, async (context, next) => {
    context.set('route', `${endpoint}/{key}`)
    const { method } = context.req.raw
    if (method === 'GET') return next()
    const grant = findGrant(context.req.header(TICKET_HEADER))
    if (!grant || grant.ticket.key !== context.req.param('key')) return deny(context)
    if (method === 'DELETE') {
      await discard(grant.ticket)
      return context.body(null, 204, VERSION)
    }
    if (method === 'HEAD' && !grant.isOpen) {
      // All came: a client that lost the last answer learns it here, and asks for the verdict.
      const all = String(grant.ticket.bytes)
      return context.body(null, 200, { ...VERSION, 'upload-offset': all, 'upload-length': all })
    }
    if (!grant.isOpen) return refuse(context, 403, 500405)
    if (method === 'PATCH' && !(await hasRoom(grant))) return refuse(context, 503, 500904)
    return pass(context, grant)
  })
}
