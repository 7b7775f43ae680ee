import type { Profile } from '#api/profile.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'
import { avatarUrl } from '../upload/links.ts'

async function readUser(db: Reader, userId: number) {
  const row = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
  // Sessions reference their user by a foreign key, and user rows are never deleted.
  if (!row) throw new Error(`user ${userId} is missing`)
  return row
}

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
  const user = await readUser(db, userId)
  return {
    user_id: user.id,
    nickname: user.nickname,
    gender: user.gender,
    birthday: user.birthday,
    mobile: user.mobile,
    bound_accounts: await readBoundAccounts(db, userId),
    avatar: await avatarUrl(db, user.avatar_upload_id),
    email: user.email,
    city_id: user.city_id,
  }
}
