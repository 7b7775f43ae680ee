import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Database } from '../db/open.ts'
import { execute } from '../db/write.ts'

// Changes of content wait here until the site was notified of them. They are written in the transaction
// that makes them: the site learns of every committed change, whatever happens in between.

const ChangeSchema = v.object({
  /** A folder of the content, or `pages`. */
  kind: v.string(),
  id: v.number(),
  /** `due`: time alone changed what is shown. */
  action: v.picklist(['changed', 'removed', 'due']),
})
export type ContentChange = v.InferOutput<typeof ChangeSchema>

const DeliverySchema = v.object({
  id: v.string(),
  version: v.string(),
  changes: v.pipe(v.string(), v.parseJson(), v.array(ChangeSchema)),
  created_at: v.number(),
  tries: v.number(),
})
export type Delivery = v.InferOutput<typeof DeliverySchema>

const COLUMNS = 'id, version, changes, created_at, tries'

/** More than this is reported as a number: the receiver reads the content anyway. */
export const MOST_CHANGES = 200

/** Each item once, with its last change; an edit outranks the clock. */
function joinChanges(before: readonly ContentChange[], added: readonly ContentChange[]) {
  const joined = new Map<string, ContentChange>()
  for (const one of [...before, ...added]) {
    const key = `${one.kind} ${one.id}`
    if (one.action !== 'due' || !joined.has(key)) joined.set(key, one)
  }
  return [...joined.values()]
}

function readWaiting(db: Database, where: string, ...values: number[]): Delivery | null {
  const sql = `SELECT ${COLUMNS} FROM content_delivery WHERE state = 'waiting' ${where}`
  const row = db.prepare(sql).get(...values)
  return row ? v.parse(DeliverySchema, row) : null
}

/**
 * Notes that the site must be notified of changes; for use inside the transaction that makes them. What
 * was not sent yet is joined; what was tried already gives its changes to a new delivery, because
 * one number must always mean the same body.
 * @param now epoch ms
 */
export function announceChanges(
  db: Database,
  version: string,
  changes: readonly ContentChange[],
  now: number,
): void {
  const waiting = readWaiting(db, '')
  const all = JSON.stringify(joinChanges(waiting?.changes ?? [], changes))
  if (waiting?.tries === 0) {
    const sql = 'UPDATE content_delivery SET version = ?, changes = ? WHERE id = ?'
    execute(db, sql, version, all, waiting.id)
    return
  }
  if (waiting) {
    const sql = `UPDATE content_delivery SET state = 'joined', ended_at = ? WHERE id = ?`
    execute(db, sql, now, waiting.id)
  }
  execute(
    db,
    `INSERT INTO content_delivery (id, version, changes, created_at, next_try_at)
     VALUES (?, ?, ?, ?, ?)`,
    `content-${randomUUID()}`,
    version,
    all,
    now,
    now,
  )
}

/** What is to be sent now, null when nothing is. */
export const findDue = (db: Database, now: number): Delivery | null =>
  readWaiting(db, 'AND next_try_at <= ?', now)

/** Notes a try before it is made: from then on its body stays as it is. */
export function beginTry(db: Database, { id }: Delivery, nextTryAt: number): void {
  const sql = 'UPDATE content_delivery SET tries = tries + 1, next_try_at = ? WHERE id = ?'
  execute(db, sql, nextTryAt, id)
}

/** Ends a delivery, unless a newer one has taken its changes over. */
export function endDelivery(
  db: Database,
  { id }: Delivery,
  state: 'delivered' | 'given_up',
  now: number,
): void {
  const sql = `UPDATE content_delivery SET state = ?, ended_at = ? WHERE id = ? AND state = 'waiting'`
  execute(db, sql, state, now, id)
}

export function noteFault(db: Database, { id }: Delivery, fault: string): void {
  execute(db, 'UPDATE content_delivery SET fault = ? WHERE id = ?', fault, id)
}

/** Lets waiting deliveries be tried now: after a restart they have not failed yet. */
export function hastenDelivery(db: Database, now: number): void {
  const sql = `UPDATE content_delivery SET next_try_at = ? WHERE state = 'waiting' AND next_try_at > ?`
  execute(db, sql, now, now)
}

const KEPT_MS = 30 * 24 * 3600 * 1000

export function forgetDeliveries(db: Database, now: number): void {
  execute(db, 'DELETE FROM content_delivery WHERE ended_at < ?', now - KEPT_MS)
}
