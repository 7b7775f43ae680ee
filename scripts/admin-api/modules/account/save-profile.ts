import type { BodyOf } from '#api/index.ts'
import type { Database, Reader, Transaction } from '../../db/open.ts'
import { RequestError } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { loadReadyUploads, refuseUpload } from '../upload/claim-uploads.ts'
import { lockUpload } from '../upload/rows.ts'

export type ProfileChanges = BodyOf<'POST /api/account/profile'>

const FIRST_BIRTHDAY = '1900-01-01'

function checkBirthday(birthday: string | null | undefined, now: number): void {
  if (typeof birthday !== 'string') return
  // Days in this form compare as text; today is the venue's.
  const today = formatTime(now).slice(0, 10)
  if (birthday >= FIRST_BIRTHDAY && birthday <= today) return
  throw new RequestError('bad_request', `birthday: expected ${FIRST_BIRTHDAY} to today`)
}

async function checkCity(db: Reader, cityId: number | null | undefined): Promise<void> {
  if (typeof cityId !== 'number') return
  const city = await db
    .selectFrom('city')
    .select('id')
    .where('id', '=', cityId)
    .where('published', '=', 1)
    .executeTakeFirst()
  if (!city) throw new RequestError('bad_request', 'city_id: unknown')
}

async function checkAvatar(
  trx: Transaction,
  userId: number,
  uploadId: number | null | undefined,
): Promise<void> {
  if (typeof uploadId !== 'number') return
  await lockUpload(trx, uploadId)
  if ((await loadReadyUploads(trx, userId, [uploadId], 'avatar')).length > 0) return
  throw await refuseUpload(trx, userId, uploadId)
}

/**
 * Saves what was given; what was left out stays, null clears.
 * @throws RequestError for a birthday or city that cannot be
 * @throws BusinessError 500405 for a picture that is not the member's own and checked
 */
export async function saveProfile(
  db: Database,
  userId: number,
  changes: ProfileChanges,
  now: number,
): Promise<void> {
  // Named one by one, so that a column that a request made up has no way in.
  const { nickname, gender, birthday, city_id, avatar_upload_id } = changes
  const given = { nickname, gender, birthday, city_id, avatar_upload_id }
  if (Object.values(given).every((value) => value === undefined)) return
  await db.transaction(async (trx) => {
    checkBirthday(birthday, now)
    await checkCity(trx, city_id)
    await checkAvatar(trx, userId, avatar_upload_id)
    await trx.updateTable('user').set(given).where('id', '=', userId).execute()
  })
}
