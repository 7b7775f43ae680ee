import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#api/index.ts'
import type { Deps } from '../../deps.ts'
import { lockAccount } from '../../db/locks.ts'
import type { Reader } from '../../db/open.ts'
import { BusinessError, UnavailableError } from '../../errors.ts'
import { cleanName, readExtension } from './clean-name.ts'
import { FREE_DISK_FLOOR, KIND_LIMITS, LIFETIMES, QUOTA } from './limits.ts'
import { deleteUpload } from './rows.ts'
import type { UploadTicket } from './tickets.ts'

type TicketRequest = BodyOf<'POST /api/upload/ticket'>

/**
 * Checks type and size before the file is sent.
 * @returns the file name for display
 * @throws BusinessError 500401 wrong type, 500402 too large
 */
function checkRequest({ kind, name, bytes, mime }: TicketRequest): string {
  const limits = KIND_LIMITS[kind]
  const displayName = cleanName(name)
  const hasExtension =
    displayName !== null && limits.extensions.includes(readExtension(displayName))
  // Browsers send these types when the system has none for the file.
  const isUnknown = mime === '' || mime === 'application/octet-stream'
  if (!hasExtension || !(isUnknown || limits.mime.test(mime))) throw new BusinessError(500401)
  if (bytes > limits.maxBytes) throw new BusinessError(500402)
  return displayName
}

/** The uploads of a member in the last 24 hours. */
const loadRecentUploads = (db: Reader, userId: number, now: number) =>
  db
    .selectFrom('upload')
    .leftJoin('application_upload', 'application_upload.upload_id', 'upload.id')
    .selectAll('upload')
    .select('application_upload.application_id')
    .where('upload.user_id', '=', userId)
    .where('upload.created_at', '>', now - QUOTA.windowMs)
    .orderBy('upload.id')
    .execute()

type RecentUploads = Awaited<ReturnType<typeof loadRecentUploads>>
const isUnused = ({ state, application_id }: RecentUploads[number]) =>
  application_id === null && state !== 'refused' && state !== 'deleted'

/** Deletes abandoned unfinished uploads, oldest first, as far as the quota requires it. */
async function deleteAbandoned(deps: Deps, userId: number, now: number): Promise<void> {
  const unused = (await loadRecentUploads(deps.db.query, userId, now)).filter(isUnused)
  const excess = unused.length + 1 - QUOTA.unusedFiles
  const abandoned = unused.filter(({ state }) => state === 'open').slice(0, Math.max(0, excess))
  for (const row of abandoned) await deleteUpload(deps, row)
}

/** @throws BusinessError 500404 */
function checkQuota(recent: RecentUploads, bytes: number): void {
  const sentBytes = recent.reduce((sum, row) => sum + row.bytes, 0)
  const isExceeded =
    recent.filter(isUnused).length >= QUOTA.unusedFiles ||
    recent.length >= QUOTA.filesPerDay ||
    sentBytes + bytes > QUOTA.bytesPerDay
  if (isExceeded) throw new BusinessError(500404)
}

/**
 * Registers an upload and issues its ticket.
 * @throws BusinessError 500401 wrong type, 500402 too large, 500404 quota exceeded
 * @throws UnavailableError 500904 when the disk is full
 */
export async function createTicket(
  deps: Deps,
  { request, userId, now }: { request: TicketRequest; userId: number; now: number },
): Promise<UploadTicket> {
  const { db, storage } = deps
  const { kind, bytes } = request
  const name = checkRequest(request)
  if ((await storage.readFreeBytes()) - bytes < FREE_DISK_FLOOR) {
    throw new UnavailableError(500904)
  }
  await deleteAbandoned(deps, userId, now)
  const key = randomBytes(16).toString('hex')
  const expiresAt = now + LIFETIMES.ticketMs
  return db.transaction(async (trx) => {
    // Serialises concurrent requests of the member, so that all count towards the quota.
    await lockAccount(trx, userId)
    checkQuota(await loadRecentUploads(trx, userId, now), bytes)
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
