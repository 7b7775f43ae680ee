import type { Selectable } from 'kysely'
import type { Client } from '../client.ts'
import type { MemberTables } from '../db/member-tables.ts'
import { lockAccount } from '../db/locks.ts'
import type { Database, Transaction } from '../db/open.ts'
import { drawToken, hash, isSameHash } from '../security/hash.ts'
import { BEARER_SESSION, SESSION } from './limits.ts'

/** Whether a session is bound to a cookie, or (for an API on another site) its token is enough. */
export type AuthMode = 'bound' | 'bearer'

/** What a browser holds of a session: the token its scripts may read, the cookie they may not. */
export interface Credentials {
  token: string
  cookie: string
}
export interface NewSession extends Credentials {
  id: number
  expiresAt: number
}
/** The session of a call. */
export interface LiveSession {
  id: number
  userId: number
  confirmedAt: number
  expiresAt: number
  /** When the pair was renewed last, in epoch ms. */
  rotatedAt: number
  /** Whether the caller should get a new pair with the answer. */
  renewalDue: boolean
  /** Whether the caller still holds the pair before the last renewal. */
  isPrevious: boolean
}

type Row = Selectable<MemberTables['session']>
type Visitor = Pick<Client, 'address' | 'device'>

const drawPair = (): Credentials => ({ token: `v1.${drawToken()}`, cookie: drawToken() })

/**
 * The sessions of members. A session is a pair: whoever copies the token out of the browser's
 * storage lacks the cookie, and a foreign page that makes the browser send the cookie lacks the
 * token. Both are stored as hashes.
 */
export function createSessions(db: Database, mode: AuthMode) {
  const limits = mode === 'bearer' ? BEARER_SESSION : SESSION

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
    // The new cookie may have landed in the jar before this tab learned of the new token.
    const hashes = isPrevious ? [row.previous_cookie_hash, row.cookie_hash] : [row.cookie_hash]
    return hashes.some((known) => known !== null && isSameHash(hash(cookie), known))
  }

  /** Writes when a session was seen, and that its new pair is in use; mostly there is nothing to write. */
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
        // Renewed by another call since.
        .where('rotated_at', '=', row.rotated_at)
        .execute(),
    )
  }

  /** Ends the sessions unused longest, so that there is room for one more. */
  async function makeRoom(trx: Transaction, userId: number): Promise<void> {
    const sessions = await trx
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const ended = sessions.slice(limits.most - 1).map(({ id }) => id)
    if (ended.length > 0) await trx.deleteFrom('session').where('id', 'in', ended).execute()
  }

  return {
    freshMs: limits.freshMs,

    /** Opens a session after a login: a browser never keeps a session from before one. */
    async open(
      trx: Transaction,
      { userId, client, now }: { userId: number; client: Visitor; now: number },
    ): Promise<NewSession> {
      const pair = drawPair()
      const expires_at = now + limits.absoluteMs
      await lockAccount(trx, userId)
      await makeRoom(trx, userId)
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
     * The live session of a token and its cookie; null for anything that is not one.
     * @param onUnbound takes the user of a known token that came without its cookie
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
        // A pair that was sent but never used was lost on the way: it is sent again.
        renewalDue: isPrevious
          ? row.previous_until === null && now > row.rotated_at + limits.overlapMs
          : now >= row.rotated_at + limits.rotateMs,
      }
    },

    /**
     * Draws the next pair of a session; the pair that asked stays good until the new one is used.
     * @returns null when another call has renewed it since: the caller gets that pair
     */
    async renew(session: LiveSession, now: number): Promise<NewSession | null> {
      const { id, isPrevious, expiresAt, rotatedAt } = session
      const pair = drawPair()
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

    /** Marks the phone as proved now. */
    async confirm(trx: Transaction, id: number, now: number): Promise<void> {
      await trx.updateTable('session').set({ confirmed_at: now }).where('id', '=', id).execute()
    },

    /** Whether the phone was proved lately enough for changes of the account (ASVS 7.5.1). */
    isFresh({ confirmedAt }: LiveSession, now: number): boolean {
      return now < confirmedAt + limits.freshMs
    },

    /** The user of a session; undefined when there is no such session. */
    async findOwner(id: number): Promise<number | undefined> {
      const query = db.query.selectFrom('session').select('user_id').where('id', '=', id)
      return (await query.executeTakeFirst())?.user_id
    },

    /** Ends one session of a user; whether there was one. */
    async end(trx: Transaction, userId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await trx
        .deleteFrom('session')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Ends every session of a user but the named one. */
    async endOthers(trx: Transaction, userId: number, id: number): Promise<void> {
      const own = trx.deleteFrom('session').where('user_id', '=', userId)
      await own.where('id', '<>', id).execute()
    },

    async endAll(trx: Transaction, userId: number): Promise<void> {
      await trx.deleteFrom('session').where('user_id', '=', userId).execute()
    },

    /** Live sessions of a user, the latest seen first. */
    list(userId: number, now: number): Promise<Row[]> {
      return db.query
        .selectFrom('session')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', now - limits.idleMs)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
    },

    /** Forgets what has ended. @returns how many were deleted */
    async sweep(now: number): Promise<number> {
      const { numDeletedRows } = await db.transaction((trx) =>
        trx
          .deleteFrom('session')
          .where(({ or, eb }) =>
            or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', now - limits.idleMs)]),
          )
          .executeTakeFirst(),
      )
      return Number(numDeletedRows)
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
