import type { Profile } from '#api/account.ts'
import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'
import { formatTime } from '../../venue-time.ts'
import { avatarUrl } from '../upload/links.ts'

function readUser(db: Database, userId: number) {
  const [row] = all(db, db.query.selectFrom('user').selectAll().where('id', '=', userId))
  // A session names its user by a foreign key, and users are never deleted.
  if (!row) throw new Error(`user ${userId} is missing`)
  return row
}

function readBoundAccounts(db: Database, userId: number): Profile['bound_accounts'] {
  const query = db.query
    .selectFrom('user_identity')
    .select(['provider', 'name', 'bound_at'])
    .where('user_id', '=', userId)
    .orderBy('bound_at')
    .orderBy('provider')
  return all(db, query).map((row) => ({ ...row, bound_at: formatTime(row.bound_at) }))
}

/** The profile of a member, as it is now: good inside a transaction as well. Synchronous. */
export function loadProfile(db: Database, userId: number): Profile {
  const user = readUser(db, userId)
  return {
    user_id: user.id,
    nickname: user.nickname,
    gender: user.gender,
    birthday: user.birthday,
    mobile: user.mobile,
    bound_accounts: readBoundAccounts(db, userId),
    avatar: avatarUrl(db, user.avatar_upload_id),
    email: user.email,
    city_id: user.city_id,
  }
}
