import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#api/index.ts'
import type { Deps } from '../../deps.ts'
import { lockAccount } from '../../db/locks.ts'
import type { Reader } from '../../db/open.ts'
import { BusinessError, UnavailableError } from '../../errors.ts'
import { cleanName, readExtension } from './clean-name.ts'
import { FREE_DISK_FLOOR, KIND_LIMITS, LIFETIMES, QUOTA } from './limits.ts'
import { deleteUpload } from './rows.ts'
import type { Ticket } from './tickets.ts'

type TicketRequest = BodyOf<'POST /api/upload/ticket'>

/** @throws BusinessError 500401 or 500402 for a file that need not be sent to be refused */
function checkRequest({ kind, name, bytes, mime }: TicketRequest): string {
  const limits = KIND_LIMITS[kind]
  const display = cleanName(name)
  const isNamedRight = display !== null && limits.endings.includes(readExtension(display))
  // Systems that do not know a type say none, or that it is bytes.
  const isUnknown = mime === '' || mime === 'application/octet-stream'
  if (!isNamedRight || !(isUnknown || limits.mime.test(mime))) throw new BusinessError(500401)
  if (bytes > limits.maxBytes) throw new BusinessError(500402)
  return display
}

/** The uploads of a member in the last day. */
const loadDay = (db: Reader, userId: number, now: number) =>
  db
    .selectFrom('upload')
    .leftJoin('application_upload', 'application_upload.upload_id', 'upload.id')
    .selectAll('upload')
    .select('application_upload.application_id')
    .where('upload.user_id', '=', userId)
    .where('upload.created_at', '>', now - QUOTA.windowMs)
    .orderBy('upload.id')
    .execute()

type Day = Awaited<ReturnType<typeof loadDay>>
const isUnused = ({ state, application_id }: Day[number]) =>
  application_id === null && state !== 'refused' && state !== 'deleted'

/** Abandoned uploads make room, the oldest first: their files were chosen again, or not wanted. */
async function makeRoom(deps: Deps, userId: number, now: number): Promise<void> {
  const unused = (await loadDay(deps.db.query, userId, now)).filter(isUnused)
  const tooMany = unused.length + 1 - QUOTA.unusedFiles
  const abandoned = unused.filter(({ state }) => state === 'open').slice(0, Math.max(0, tooMany))
  for (const row of abandoned) await deleteUpload(deps, row)
}

/** @throws BusinessError 500404 */
function checkQuota(day: Day, bytes: number): void {
  const sent = day.reduce((sum, row) => sum + row.bytes, 0)
  const isOver =
    day.filter(isUnused).length >= QUOTA.unusedFiles ||
    day.length >= QUOTA.filesOfDay ||
    sent + bytes > QUOTA.bytesOfDay
  if (isOver) throw new BusinessError(500404)
}

/**
 * Enters an upload and gives the ticket for it.
 * @throws BusinessError for a file that would be refused (500401, 500402), for a member who took
 *   enough today (500404); UnavailableError while the disk is full (503, 500904)
 */
export async function createTicket(
  deps: Deps,
  { request, userId, now }: { request: TicketRequest; userId: number; now: number },
): Promise<Ticket> {
  const { db, storage } = deps
  const { kind, bytes } = request
  const name = checkRequest(request)
  if ((await storage.readFreeBytes()) - bytes < FREE_DISK_FLOOR) {
    throw new UnavailableError(500904)
  }
  await makeRoom(deps, userId, now)
  const key = randomBytes(16).toString('hex')
  const expiresAt = now + LIFETIMES.ticketMs
  return db.transaction(async (trx) => {
    // Files that are begun at the same time count for each other.
    await lockAccount(trx, userId)
    checkQuota(await loadDay(trx, userId, now), bytes)
    const { id: uploadId } = await trx
      .insertInto('upload')
      .values({
        user_id: userId,
        kind,
        key,
        name,
        bytes,
        mime: request.mime,
        ticket_expires_at: expiresAt,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { userId, uploadId, kind, key, bytes, expiresAt }
  })
}
