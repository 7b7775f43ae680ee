import type { Profile } from '#api/profile.ts'
import type { BodyOf } from '#api/index.ts'
import type { Reader } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { RequestError } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { lockReadyUpload } from '../upload/claim-uploads.ts'
import { findAvatarUrl, deleteUpload, type UploadRow } from '../upload/rows.ts'

async function readBoundAccounts(db: Reader, userId: number): Promise<Profile['bound_accounts']> {
  const rows = await db
    .selectFrom('user_identity')
    .select(['provider', 'name', 'bound_at'])
    .where('user_id', '=', userId)
    .orderBy('bound_at')
    .orderBy('provider')
    .execute()
  return rows.map((row) => ({ ...row, bound_at: formatTime(row.bound_at) }))
}

export async function loadProfile(db: Reader, userId: number): Promise<Profile> {
  const users = db.selectFrom('user').selectAll().where('id', '=', userId)
  const user = await users.executeTakeFirstOrThrow()
  return {
    user_id: user.id,
    nickname: user.nickname,
    gender: user.gender,
    birthday: user.birthday,
    mobile: user.mobile,
    bound_accounts: await readBoundAccounts(db, userId),
    avatar: await findAvatarUrl(db, user.avatar_upload_id),
    email: user.email,
    city_id: user.city_id,
  }
}

const FIRST_BIRTHDAY = '1900-01-01'

function checkBirthday(birthday: string | null | undefined, now: number): void {
  if (typeof birthday !== 'string') return
  // ISO dates compare as text; today is the venue's day.
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

const findAvatar = (db: Reader, userId: number): Promise<UploadRow | undefined> =>
  db
    .selectFrom('upload')
    .innerJoin('user', 'user.avatar_upload_id', 'upload.id')
    .selectAll('upload')
    .where('user.id', '=', userId)
    .executeTakeFirst()

/**
 * Updates the profile: undefined fields are unchanged, null clears. A replaced avatar is deleted.
 * @throws RequestError for an invalid birthday or an unknown city
 * @throws BusinessError 500405 unless the avatar is a checked upload of this member
 */
export async function saveProfile(
  deps: Deps,
  userId: number,
  changes: BodyOf<'POST /api/account/profile'>,
  now: number,
): Promise<void> {
  // Fields are listed explicitly, so that a request cannot set other columns.
  const { nickname, gender, birthday, city_id, avatar_upload_id } = changes
  const values = { nickname, gender, birthday, city_id, avatar_upload_id }
  if (Object.values(values).every((value) => value === undefined)) return
  const previous = await deps.db.transaction(async (trx) => {
    checkBirthday(birthday, now)
    await checkCity(trx, city_id)
    if (typeof avatar_upload_id === 'number') {
      await lockReadyUpload(trx, userId, { id: avatar_upload_id, kind: 'avatar' })
    }
    const avatar = await findAvatar(trx, userId)
    await trx.updateTable('user').set(values).where('id', '=', userId).execute()
    return avatar
  })
  // Otherwise it would stay public and count towards the quota. One that is still in use is not deleted.
  if (previous && avatar_upload_id !== undefined) await deleteUpload(deps, previous)
}
