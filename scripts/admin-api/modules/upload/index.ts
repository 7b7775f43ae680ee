import type { Deps } from '../../deps.ts'
import { BusinessError, notAllowed, notFound } from '../../errors.ts'
import { createSignedLink } from '../../security/signed-link.ts'
import { formatTime } from '../../venue-time.ts'
import type { Handlers } from '../../mount.ts'
import { createConfirm } from './confirm.ts'
import { createTicket } from './create-ticket.ts'
import { LIFETIMES, UPLOAD_INFO } from './limits.ts'
import { deleteUpload, findUpload, isInUse } from './rows.ts'
import { readTicket, writeTicket } from './tickets.ts'

export function createUploadHandlers(deps: Deps) {
  const { db, secrets, storage } = deps
  const ticketSecret = secrets.deriveKey('upload-ticket')
  const confirm = createConfirm(deps)

  async function findOwn(id: number, userId: number) {
    const row = await findUpload(db.query, id)
    if (!row) throw notFound()
    if (row.user_id !== userId) throw notAllowed('upload of another member')
    return row
  }

  return {
    'POST /api/upload/ticket': async ({ body, user, now }) => {
      const ticket = await createTicket(deps, { request: body, userId: user.id, now })
      return {
        upload_id: ticket.uploadId,
        endpoint: UPLOAD_INFO.endpoint,
        ticket: writeTicket(ticketSecret, ticket),
        expires_at: formatTime(now + LIFETIMES.openMs),
      }
    },

    'POST /api/upload/{provider}_callback': async ({ params, body, signature }) => {
      if (params.provider !== UPLOAD_INFO.provider) throw notFound()
      const ticket = readTicket(ticketSecret, body.ticket)
      const isAuthentic =
        storage.verifyCallback(body, signature) &&
        ticket?.key === body.key &&
        ticket.bytes === body.bytes
      if (!isAuthentic) throw new BusinessError(500405)
      return confirm(ticket.uploadId)
    },

    'POST /api/upload/complete': async ({ body, user }) => {
      const ticket = readTicket(ticketSecret, body.ticket)
      if (!ticket) throw new BusinessError(500405, null, 'upload ticket not valid')
      if (ticket.userId !== user.id) {
        throw new BusinessError(500405, null, 'upload ticket of another member')
      }
      if (ticket.uploadId !== body.upload_id) throw new BusinessError(500405)
      return confirm(ticket.uploadId)
    },

    'POST /api/upload/discard': async ({ body, user }) => {
      const row = await findOwn(body.upload_id, user.id)
      if (await isInUse(db.query, row.id)) throw notFound()
      // The file of a refused upload is already deleted; its row keeps the reason.
      if (row.state !== 'refused') await deleteUpload(deps, row)
      return {}
    },

    'POST /api/upload/link': async ({ body, user, now }) => {
      const row = await findOwn(body.upload_id, user.id)
      if (row.state !== 'ready') throw notFound()
      const { url, expiresAt } = createSignedLink(secrets, `/api/upload/file/${row.id}`, now)
      return { url, expires_at: formatTime(expiresAt) }
    },
  } satisfies Partial<Handlers>
}
