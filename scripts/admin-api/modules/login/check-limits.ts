import type { Deps } from '../../app.ts'
import type { Database } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { formatTime, MINUTE } from '../../venue-time.ts'
import { ALL_WITHIN_MS, FAILURES, PUMPING, SEND_LIMITS } from './limits.ts'
import type { SendLimit } from './limits.ts'

/** Who asks for a code, or tries one. */
export interface Asker {
  target: string
  address: string
  deviceHash: string
  now: number
}

const retryLater = (code: 500201 | 500203, retryAt: number, now: number) =>
  new BusinessError(code, { retry_at: formatTime(retryAt), server_time: formatTime(now) })

/** When the oldest send that fills a limit leaves its window; null while the limit has room. */
function findFullUntil(db: Database, { by, most, withinMs, toleranceMs }: SendLimit, asker: Asker) {
  const value = { target: asker.target, address: asker.address, device_hash: asker.deviceHash }[by]
  // A browser without a device cookie is counted by its address only.
  if (value === '') return null
  // What the gateway refused does not count for the phone, but does for who asked.
  const sent = by === 'target' ? "state <> 'unsent' AND " : ''
  const row = db
    .prepare(
      `SELECT created_at FROM one_time_code WHERE ${by} = ? AND ${sent}created_at > ?
       ORDER BY created_at DESC LIMIT 1 OFFSET ?`,
    )
    .get(value, asker.now - withinMs + toleranceMs, most - 1)
  return row ? Number(row['created_at']) + withinMs : null
}

function findBudgetUntil(db: Database, perHour: number, now: number) {
  const row = db
    .prepare(
      `SELECT created_at FROM one_time_code WHERE created_at > ?
       ORDER BY created_at DESC LIMIT 1 OFFSET ?`,
    )
    .get(now - ALL_WITHIN_MS, perHour - 1)
  return row ? Number(row['created_at']) + ALL_WITHIN_MS : null
}

function isPumped(db: Database, { target, now }: Asker): boolean {
  if (!target.startsWith('+')) return false
  const prefix = target.slice(0, -PUMPING.digits)
  const row = db
    .prepare(
      `SELECT count(*) AS sent, sum(state = 'used') AS used FROM one_time_code
       WHERE target >= ? AND target < ? AND created_at > ?`,
    )
    .get(prefix, `${prefix}:`, now - PUMPING.withinMs)
  return Number(row?.['sent']) >= PUMPING.sends && Number(row?.['used']) < PUMPING.leastUsed
}

/**
 * Refuses to send a code over any limit. Runs in the transaction that writes the code down.
 * @throws BusinessError 500201 with the moment from which it may be tried again
 */
export function checkSendLimits({ db, config, logger }: Deps, asker: Asker): void {
  const { now } = asker
  const budgetUntil = findBudgetUntil(db, config.smsPerHour, now)
  if (budgetUntil !== null) logger.error({ per_hour: config.smsPerHour }, 'SMS budget is used up')
  const fullUntil = SEND_LIMITS.map((limit) => findFullUntil(db, limit, asker))
  const latest = Math.max(0, ...[budgetUntil, ...fullUntil].filter((time) => time !== null))
  if (latest > 0) throw retryLater(500201, latest, now)
  if (!isPumped(db, asker)) return
  logger.error({ digits: PUMPING.digits }, 'numbers of one prefix get codes and use none')
  throw retryLater(500201, now + 60 * MINUTE, now)
}

function findFailures(
  db: Database,
  column: 'target' | 'address',
  value: string,
  most: number,
  now: number,
) {
  const rows = db
    .prepare(`SELECT at FROM failed_code WHERE ${column} = ? AND at > ? ORDER BY at DESC LIMIT ?`)
    .all(value, now - FAILURES.withinMs, most)
  return rows.length < most ? null : Number(rows[0]?.['at'])
}

/**
 * Refuses to try a code while the phone or the address waits after too many wrong ones.
 * @throws BusinessError 500203 with the moment from which it may be tried again
 */
export function checkFailures(db: Database, { target, address, now }: Asker): void {
  const newest = [
    findFailures(db, 'target', target, FAILURES.perTarget, now),
    findFailures(db, 'address', address, FAILURES.perAddress, now),
  ].filter((at) => at !== null)
  const until = Math.max(0, ...newest) + FAILURES.pauseMs
  if (newest.length > 0 && now < until) throw retryLater(500203, until, now)
}
