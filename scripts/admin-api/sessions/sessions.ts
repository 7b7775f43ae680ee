import type { Selectable } from 'kysely'
import type { Client } from '../client.ts'
import type { MemberTables } from '../db/member-tables.ts'
import { lockAccount } from '../db/locks.ts'
import type { Database, Reader, Transaction } from '../db/open.ts'
import { isSameHash } from '../../lib/is-same-hash.ts'
import { generateToken, hash } from '../security/hash.ts'
import { getSessionLimits, type AuthMode } from './limits.ts'

/** The session of a call. */
export interface LiveSession {
  id: number
  userId: number
  confirmedAt: number
  expiresAt: number
  /** When the pair was renewed last, in epoch ms. */
  rotatedAt: number
  /** Whether the response should carry a new pair. */
  renewalDue: boolean
  /** Whether the caller used the pair from before the last renewal. */
  isPrevious: boolean
}

type Row = Selectable<MemberTables['session']>
type Visitor = Pick<Client, 'address' | 'device'>

/** Credentials of a session in the browser: a token that scripts can read, and an HttpOnly cookie. */
const generatePair = () => ({
  token: `v1.${generateToken()}`,
  cookie: generateToken(),
})

/** Ends all sessions of a user. */
export async function endAllSessions(trx: Transaction, userId: number): Promise<void> {
  await trx.deleteFrom('session').where('user_id', '=', userId).execute()
}

/** Ends all sessions of a user except this one. */
export async function endOtherSessions(trx: Transaction, userId: number, id: number) {
  const sessions = trx.deleteFrom('session').where('user_id', '=', userId)
  await sessions.where('id', '<>', id).execute()
}

/** Ends a session of a user. @returns whether it existed */
export async function endSession(trx: Transaction, userId: number, id: number): Promise<boolean> {
  const sessions = trx.deleteFrom('session').where('user_id', '=', userId)
  const { numDeletedRows } = await sessions.where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records that the phone number was verified now. */
export async function confirmSession(trx: Transaction, id: number, now: number): Promise<void> {
  await trx.updateTable('session').set({ confirmed_at: now }).where('id', '=', id).execute()
}

/** Live sessions of a user, most recently used first. */
export const listLiveSessions = (
  db: Reader,
  mode: AuthMode,
  userId: number,
  now: number,
): Promise<Row[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - getSessionLimits(mode).idleMs)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/**
 * Sessions of members. A session needs a token and a cookie: a stolen token is useless without the cookie
 * (XSS), and a forged request that sends the cookie lacks the token (CSRF). Both are stored as hashes.
 */
export function createSessions(db: Database, mode: AuthMode) {
  const limits = getSessionLimits(mode)

  const findRow = (
    column: 'token_hash' | 'previous_token_hash',
    token: string,
  ): Promise<Row | undefined> =>
    db.query
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .selectAll('session')
      .where('user.disabled', '=', 0)
      .where(`session.${column}`, '=', hash(token))
      .executeTakeFirst()

  function isBound(row: Row, isPrevious: boolean, cookie: string | undefined): boolean {
    if (mode === 'bearer') return true
    if (cookie === undefined) return false
    // Another tab may have received the new cookie before this one stored the new token.
    const hashes = isPrevious ? [row.previous_cookie_hash, row.cookie_hash] : [row.cookie_hash]
    return hashes.some((stored) => stored !== null && isSameHash(hash(cookie), stored))
  }

  /** Updates `last_seen_at`, and limits the previous pair once the new one is used; usually a no-op. */
  async function touch(row: Row, isPrevious: boolean, now: number): Promise<void> {
    const isConfirmed =
      !isPrevious && row.previous_token_hash !== null && row.previous_until === null
    const isSeen = now >= row.last_seen_at + limits.seenMs
    if (!isConfirmed && !isSeen) return
    await db.transaction((trx) =>
      trx
        .updateTable('session')
        .set({
          ...(isConfirmed && { previous_until: now + limits.overlapMs }),
          ...(isSeen && { last_seen_at: now }),
        })
        .where('id', '=', row.id)
        // Skipped when another call has renewed the pair in the meantime.
        .where('rotated_at', '=', row.rotated_at)
        .execute(),
    )
  }

  /** Ends the least recently used sessions, so that one more fits within the maximum. */
  async function evictOldest(trx: Transaction, userId: number): Promise<void> {
    const sessions = await trx
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const ended = sessions.slice(limits.maxSessions - 1).map(({ id }) => id)
    if (ended.length > 0) await trx.deleteFrom('session').where('id', 'in', ended).execute()
  }

  return {
    /** Opens a session after a login. */
    async open(
      trx: Transaction,
      { userId, client, now }: { userId: number; client: Visitor; now: number },
    ) {
      const pair = generatePair()
      const expires_at = now + limits.absoluteMs
      await lockAccount(trx, userId)
      await evictOldest(trx, userId)
      const { id } = await trx
        .insertInto('session')
        .values({
          user_id: userId,
          token_hash: hash(pair.token),
          cookie_hash: hash(pair.cookie),
          rotated_at: now,
          device: client.device,
          address: client.address,
          created_at: now,
          last_seen_at: now,
          expires_at,
          confirmed_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { ...pair, id, expiresAt: expires_at }
    },

    /**
     * The live session of a token and its cookie; null for invalid or expired credentials.
     * @param onUnbound receives the user of a valid token that was sent without its cookie
     */
    async find(
      token: string,
      cookie: string | undefined,
      now: number,
      onUnbound?: (userId: number) => void,
    ): Promise<LiveSession | null> {
      const current = await findRow('token_hash', token)
      const row = current ?? (await findRow('previous_token_hash', token))
      if (!row) return null
      const isPrevious = current === undefined
      if (!isBound(row, isPrevious, cookie)) {
        onUnbound?.(row.user_id)
        return null
      }
      if (isPrevious && row.previous_until !== null && now > row.previous_until) return null
      if (now >= row.expires_at || now >= row.last_seen_at + limits.idleMs) return null
      await touch(row, isPrevious, now)
      return {
        id: row.id,
        userId: row.user_id,
        confirmedAt: row.confirmed_at,
        expiresAt: row.expires_at,
        rotatedAt: row.rotated_at,
        isPrevious,
        // A new pair that was never used was probably lost on the way: another one is due.
        renewalDue: isPrevious
          ? row.previous_until === null && now > row.rotated_at + limits.overlapMs
          : now >= row.rotated_at + limits.rotateMs,
      }
    },

    /**
     * Issues a new pair; the pair of this call remains valid until the new one is used.
     * @returns null when another call has renewed the session in the meantime and sends the pair
     */
    async renew(session: LiveSession, now: number) {
      const { id, isPrevious, expiresAt, rotatedAt } = session
      const pair = generatePair()
      const { numUpdatedRows } = await db.transaction((trx) =>
        trx
          .updateTable('session')
          .set((row) => ({
            ...(!isPrevious && {
              previous_token_hash: row.ref('token_hash'),
              previous_cookie_hash: row.ref('cookie_hash'),
              previous_until: null,
            }),
            token_hash: hash(pair.token),
            cookie_hash: hash(pair.cookie),
            rotated_at: now,
          }))
          .where('id', '=', id)
          .where('rotated_at', '=', rotatedAt)
          .executeTakeFirst(),
      )
      return numUpdatedRows === 0n ? null : { ...pair, id, expiresAt }
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
