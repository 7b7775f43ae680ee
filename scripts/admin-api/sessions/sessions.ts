import type { Selectable } from 'kysely'
import type { Client } from '../client.ts'
import type { MemberTables } from '../db/member-tables.ts'
import type { Database } from '../db/open.ts'
import { all, execute } from '../db/write.ts'
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
  /** Whether the caller should get a new pair with the answer. */
  renewalDue: boolean
  /** Whether the caller still holds the pair before the last renewal. */
  isPrevious: boolean
}

type Row = Selectable<MemberTables['session']>

const drawPair = (): Credentials => ({ token: `v1.${drawToken()}`, cookie: drawToken() })

/**
 * The sessions of members. A session is a pair: whoever copies the token out of the browser's
 * storage lacks the cookie, and a foreign page that makes the browser send the cookie lacks the
 * token. Both are stored as hashes.
 */
export function createSessions(db: Database, mode: AuthMode) {
  const limits = mode === 'bearer' ? BEARER_SESSION : SESSION

  function findRow(column: 'token_hash' | 'previous_token_hash', token: string): Row | undefined {
    const query = db.query
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .selectAll('session')
      .where('user.disabled', '=', 0)
      .where(`session.${column}`, '=', hash(token))
    return all(db, query)[0]
  }

  function isBound(row: Row, isPrevious: boolean, cookie: string | undefined): boolean {
    if (mode === 'bearer') return true
    if (cookie === undefined) return false
    // The new cookie may have landed in the jar before this tab learned of the new token.
    const hashes = isPrevious ? [row.previous_cookie_hash, row.cookie_hash] : [row.cookie_hash]
    return hashes.some((known) => known !== null && isSameHash(hash(cookie), known))
  }

  function touch(row: Row, isPrevious: boolean, now: number): void {
    if (!isPrevious && row.previous_token_hash !== null && row.previous_until === null) {
      const until = now + limits.overlapMs
      execute(db, 'UPDATE session SET previous_until = ? WHERE id = ?', until, row.id)
    }
    if (now < row.last_seen_at + limits.seenMs) return
    execute(db, 'UPDATE session SET last_seen_at = ? WHERE id = ?', now, row.id)
  }

  return {
    freshMs: limits.freshMs,

    /** Opens a session after a login: a browser never keeps a session from before one. */
    open(userId: number, client: Pick<Client, 'address' | 'device'>, now: number): NewSession {
      const pair = drawPair()
      const expiresAt = now + limits.absoluteMs
      return db.transact(() => {
        // The places unused longest make room.
        execute(
          db,
          `DELETE FROM session WHERE user_id = ?1 AND id NOT IN
            (SELECT id FROM session WHERE user_id = ?1 ORDER BY last_seen_at DESC, id DESC LIMIT ?2)`,
          userId,
          limits.most - 1,
        )
        const { lastInsertRowid } = db
          .prepare(
            `INSERT INTO session (user_id, token_hash, cookie_hash, rotated_at, device, address,
              created_at, last_seen_at, expires_at, confirmed_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?4, ?4, ?7, ?4)`,
          )
          .run(
            userId,
            hash(pair.token),
            hash(pair.cookie),
            now,
            client.device,
            client.address,
            expiresAt,
          )
        return { ...pair, id: Number(lastInsertRowid), expiresAt }
      })
    },

    /**
     * The live session of a token and its cookie; null for anything that is not one.
     * @param onUnbound takes the user of a known token that came without its cookie
     */
    find(
      token: string,
      cookie: string | undefined,
      now: number,
      onUnbound?: (userId: number) => void,
    ): LiveSession | null {
      const current = findRow('token_hash', token)
      const row = current ?? findRow('previous_token_hash', token)
      if (!row) return null
      const isPrevious = current === undefined
      if (!isBound(row, isPrevious, cookie)) {
        onUnbound?.(row.user_id)
        return null
      }
      if (isPrevious && row.previous_until !== null && now > row.previous_until) return null
      if (now >= row.expires_at || now >= row.last_seen_at + limits.idleMs) return null
      touch(row, isPrevious, now)
      return {
        id: row.id,
        userId: row.user_id,
        confirmedAt: row.confirmed_at,
        expiresAt: row.expires_at,
        isPrevious,
        // A pair that was sent but never used was lost on the way: it is sent again.
        renewalDue: isPrevious
          ? row.previous_until === null && now > row.rotated_at + limits.overlapMs
          : now >= row.rotated_at + limits.rotateMs,
      }
    },

    /** Draws the next pair of a session; the pair that asked stays good until the new one is used. */
    renew({ id, isPrevious, expiresAt }: LiveSession, now: number): NewSession {
      const pair = drawPair()
      const keep = isPrevious
        ? ''
        : 'previous_token_hash = token_hash, previous_cookie_hash = cookie_hash, previous_until = NULL,'
      execute(
        db,
        `UPDATE session SET ${keep} token_hash = ?, cookie_hash = ?, rotated_at = ? WHERE id = ?`,
        hash(pair.token),
        hash(pair.cookie),
        now,
        id,
      )
      return { ...pair, id, expiresAt }
    },

    /** Marks the phone as proved now. */
    confirm(id: number, now: number): void {
      execute(db, 'UPDATE session SET confirmed_at = ? WHERE id = ?', now, id)
    },

    /** Whether the phone was proved lately enough for changes of the account (ASVS 7.5.1). */
    isFresh({ confirmedAt }: LiveSession, now: number): boolean {
      return now < confirmedAt + limits.freshMs
    },

    /** The user of a session; undefined when there is no such session. */
    findOwner(id: number): number | undefined {
      const row = db.prepare('SELECT user_id FROM session WHERE id = ?').get(id)
      return row && Number(row['user_id'])
    },

    /** Ends one session of a user; whether there was one. */
    end(userId: number, id: number): boolean {
      const sql = 'DELETE FROM session WHERE id = ? AND user_id = ?'
      return db.prepare(sql).run(id, userId).changes > 0
    },

    /** Ends every session of a user but the named one. */
    endOthers(userId: number, id: number): void {
      execute(db, 'DELETE FROM session WHERE user_id = ? AND id <> ?', userId, id)
    },

    endAll(userId: number): void {
      execute(db, 'DELETE FROM session WHERE user_id = ?', userId)
    },

    /** Live sessions of a user, the latest seen first. */
    list(userId: number, now: number): Row[] {
      const query = db.query
        .selectFrom('session')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', now - limits.idleMs)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
      return all(db, query)
    },

    /** Forgets what has ended. */
    sweep(now: number): void {
      const unseen = now - limits.idleMs
      execute(db, 'DELETE FROM session WHERE expires_at <= ? OR last_seen_at <= ?', now, unseen)
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
