import type { SQLInputValue } from 'node:sqlite'
import type { BodyOf } from '#api/index.ts'
import type { Database } from '../../db/open.ts'
import { all, execute } from '../../db/write.ts'
import { RequestError } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { loadReadyUploads, refuseUpload } from '../upload/claim-uploads.ts'

export type ProfileChanges = BodyOf<'POST /api/account/profile'>

const FIRST_BIRTHDAY = '1900-01-01'

function checkBirthday(birthday: string | null | undefined, now: number): void {
  if (typeof birthday !== 'string') return
  // Days in this form compare as text; today is the venue's.
  const today = formatTime(now).slice(0, 10)
  if (birthday >= FIRST_BIRTHDAY && birthday <= today) return
  throw new RequestError('bad_request', `birthday: expected ${FIRST_BIRTHDAY} to today`)
}

function checkCity(db: Database, cityId: number | null | undefined): void {
  if (typeof cityId !== 'number') return
  const query = db.query
    .selectFrom('city')
    .select('id')
    .where('id', '=', cityId)
    .where('published', '=', 1)
  if (all(db, query).length === 0) throw new RequestError('bad_request', 'city_id: unknown')
}

function checkAvatar(db: Database, userId: number, uploadId: number | null | undefined): void {
  if (typeof uploadId !== 'number') return
  if (loadReadyUploads(db, userId, [uploadId], 'avatar').length > 0) return
  throw refuseUpload(db, userId, uploadId)
}

/** The columns are the contract's own names, so a column that a request made up has no way in. */
const COLUMNS = [
  'nickname',
  'gender',
  'birthday',
  'city_id',
  'avatar_upload_id',
] as const satisfies readonly (keyof ProfileChanges)[]

/**
 * Saves what was given; what was left out stays, null clears.
 * @throws RequestError for a birthday or city that cannot be
 * @throws BusinessError 500405 for a picture that is not the member's own and checked
 */
export function saveProfile(
  db: Database,
  userId: number,
  changes: ProfileChanges,
  now: number,
): void {
  const given = COLUMNS.flatMap((name): [string, SQLInputValue][] => {
    const value = changes[name]
    return value === undefined ? [] : [[name, value]]
  })
  if (given.length === 0) return
  db.transact(() => {
    checkBirthday(changes.birthday, now)
    checkCity(db, changes.city_id)
    checkAvatar(db, userId, changes.avatar_upload_id)
    const sets = given.map(([name]) => `${name} = ?`).join(', ')
    const values = given.map(([, value]) => value)
    execute(db, `UPDATE user SET ${sets} WHERE id = ?`, ...values, userId)
  })
}
