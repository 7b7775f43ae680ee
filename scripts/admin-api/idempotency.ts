import { hash } from './security/hash.ts'
import type { EndpointKey } from '#api/index.ts'
import type { DatabaseHealth } from './db/health.ts'
import type { Database } from './db/open.ts'
import { all, execute } from './db/write.ts'
import { BusinessError, RequestError } from './errors.ts'

const KEPT_MS = 48 * 60 * 60 * 1000
const KEY = /^[A-Za-z0-9_-]{8,128}$/

interface Attempt {
  key: string
  endpoint: EndpointKey
  body: unknown
  userId: number
  now: number
}

/** @throws RequestError bad_request for a key that is none */
export function readIdempotencyKey(given: string | undefined): string | null {
  if (given === undefined) return null
  if (!KEY.test(given)) throw new RequestError('bad_request', 'idempotency-key: 8 to 128 letters')
  return given
}

/** A hash of a validated body, to tell a repeat from another request under the same key. */
export const hashBody = (body: unknown): string => hash(JSON.stringify(body))

interface IdempotencyOptions {
  db: Database
  health: Pick<DatabaseHealth, 'report'>
}

/**
 * Runs a write once per member and key: a repeat gets the first answer, another body with the same
 * key is refused (500105), repeats under way wait for the first. Failures are not kept: trying again
 * after one must be able to succeed. A write that must survive a crash between its commit and this
 * record has a unique index of its own.
 */
export function createIdempotency({ db, health }: IdempotencyOptions) {
  const underWay = new Map<string, { bodyHash: string; answer: Promise<unknown> }>()

  function findAnswer({ userId, key, endpoint }: Attempt, bodyHash: string) {
    const query = db.query
      .selectFrom('idempotency_key')
      .selectAll()
      .where('user_id', '=', userId)
      .where('key', '=', key)
    const [row] = all(db, query)
    if (!row) return undefined
    if (row.endpoint !== endpoint || row.body_hash !== bodyHash) throw new BusinessError(500105)
    const answer: unknown = JSON.parse(row.answer)
    return { answer }
  }

  function record({ userId, key, endpoint, now }: Attempt, bodyHash: string, answer: unknown) {
    execute(
      db,
      `INSERT INTO idempotency_key (user_id, key, endpoint, body_hash, answer, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      userId,
      key,
      endpoint,
      bodyHash,
      JSON.stringify(answer),
      now,
    )
  }

  async function runFirst(attempt: Attempt, bodyHash: string, run: () => unknown) {
    const answer = await run()
    try {
      record(attempt, bodyHash, answer)
    } catch (error) {
      // The write itself is committed: to refuse it now would be wrong.
      if (health.report(error) === undefined) throw error
    }
    return answer
  }

  return {
    async runOnce(attempt: Attempt, run: () => unknown): Promise<unknown> {
      const bodyHash = hashBody(attempt.body)
      const name = `${attempt.userId} ${attempt.key}`
      const first = underWay.get(name)
      if (first) {
        if (first.bodyHash !== bodyHash) throw new BusinessError(500105)
        return first.answer
      }
      const known = findAnswer(attempt, bodyHash)
      if (known) return known.answer
      const answer = runFirst(attempt, bodyHash, run)
      underWay.set(name, { bodyHash, answer })
      return answer.finally(() => underWay.delete(name))
    },
    sweep(now: number): void {
      execute(db, 'DELETE FROM idempotency_key WHERE created_at < ?', now - KEPT_MS)
    },
  }
}
