import type { Deps } from '../../deps.ts'
import type { Database } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { formatTime, MINUTE } from '../../venue-time.ts'
import { isKnownDevice } from './known-devices.ts'
import {
  ADDRESS_LIMIT,
  BUDGET,
  CHALLENGE_FROM,
  FAILURES,
  PUMPING,
  SEND_LIMITS,
  type SendLimit,
} from './limits.ts'

/** Who requests a code, or tries one. */
export interface Sender {
  /** Phone number or e-mail address that the code goes to. */
  target: string
  address: string
  deviceHash: string
  now: number
}

/** Who requests a code. */
export interface CodeRequest extends Sender {
  userId: number | null
  /** The target is the phone of the logged-in member. */
  isOwnPhone: boolean
  /** A challenge was solved for this request. */
  hasSolution: boolean
}

const retryLater = (code: 500201 | 500203, retryAt: number, now: number) =>
  new BusinessError(code, { retry_at: formatTime(retryAt), server_time: formatTime(now) })

/** When the oldest send that fills a limit leaves its window; null while the limit has room. */
function findFullUntil(
  db: Database,
  { by, max, withinMs, toleranceMs }: Omit<SendLimit, 'senders'>,
  { target, address, deviceHash, userId, now }: CodeRequest,
): number | null {
  const known = { target, address, device_hash: deviceHash, user_id: userId ?? '' }
  const values = by.map((column) => known[column])
  // A browser without a device cookie is counted by its address, a visitor by no account.
  if (values.includes('')) return null
  // What the gateway refused does not count for the phone, but does for who requested it.
  const sent = by.includes('target') ? "state <> 'unsent'" : 'true'
  const row = db
    .prepare(
      `SELECT created_at FROM one_time_code
       WHERE ${by.map((column) => `${column} = ?`).join(' AND ')} AND ${sent} AND created_at > ?
       ORDER BY created_at DESC LIMIT 1 OFFSET ?`,
    )
    .get(...values, now - withinMs + toleranceMs, max - 1)
  return row ? Number(row['created_at']) + withinMs : null
}

function findBudgetUntil(db: Database, max: number, now: number): number | null {
  const row = db
    .prepare(
      `SELECT created_at FROM one_time_code WHERE created_at > ?
       ORDER BY created_at DESC LIMIT 1 OFFSET ?`,
    )
    .get(now - BUDGET.withinMs, Math.max(1, Math.floor(max)) - 1)
  return row ? Number(row['created_at']) + BUDGET.withinMs : null
}

function isPumped(db: Database, { target, now }: Sender): boolean {
  if (!target.startsWith('+')) return false
  const prefix = target.slice(0, -PUMPING.digits)
  const row = db
    .prepare(
      `SELECT count(*) AS sent, sum(state = 'used') AS used FROM one_time_code
       WHERE target >= ? AND target < ? AND created_at > ?`,
    )
    .get(prefix, `${prefix}:`, now - PUMPING.withinMs)
  return Number(row?.['sent']) >= PUMPING.sends && Number(row?.['used']) < PUMPING.minUsed
}

/** Whether so many codes were requested that an unknown sender has to solve a challenge first. */
function isUnderPressure({ db, config }: Deps, request: CodeRequest): boolean {
  const { target, address, budgetShare, withinMs } = CHALLENGE_FROM
  const isFull = (by: SendLimit['by'], max: number) =>
    findFullUntil(db, { by, max, withinMs, toleranceMs: 0 }, request) !== null
  return (
    isFull(['target'], target) ||
    isFull(['address'], address) ||
    findBudgetUntil(db, config.smsPerHour * budgetShare, request.now) !== null ||
    isPumped(db, request)
  )
}

/**
 * Refuses to send a code over any limit. Runs in the transaction that writes the code.
 * @returns whether a challenge has to be solved first
 * @throws BusinessError 500201 with the moment from which it may be tried again
 */
export function checkSendLimits(deps: Deps, request: CodeRequest): 'ok' | 'challenge' {
  const { db, config, logger, challenges } = deps
  const { now } = request
  const isKnown = request.isOwnPhone || isKnownDevice(db, request)
  const budget = config.smsPerHour * (isKnown ? 1 : BUDGET.unknownShare)
  const budgetUntil = findBudgetUntil(db, budget, now)
  if (budgetUntil !== null) logger.error({ per_hour: config.smsPerHour }, 'SMS budget is used up')

  const limits = SEND_LIMITS.filter(({ senders }) => senders === 'all' || !isKnown)
  const perAddress = challenges ? ADDRESS_LIMIT.maxWithChallenge : ADDRESS_LIMIT.max
  const addressLimit = {
    ...ADDRESS_LIMIT,
    by: ['address'],
    max: perAddress,
    toleranceMs: 0,
  } as const
  const fullUntil = [...limits, ...(isKnown ? [] : [addressLimit])].map((limit) =>
    findFullUntil(db, limit, request),
  )
  const latest = Math.max(0, ...[budgetUntil, ...fullUntil].filter((time) => time !== null))
  if (latest > 0) throw retryLater(500201, latest, now)

  // Members are counted by their account instead.
  if (isKnown || request.userId !== null) return 'ok'
  if (challenges) return request.hasSolution || !isUnderPressure(deps, request) ? 'ok' : 'challenge'
  if (!isPumped(db, request)) return 'ok'
  logger.error({ digits: PUMPING.digits }, 'numbers of one prefix get codes and use none')
  throw retryLater(500201, now + 60 * MINUTE, now)
}

/** When the newest of `max` failures was; null while there are fewer. */
function findNewest(rows: readonly Record<string, unknown>[], max: number): number | null {
  return rows.length < max ? null : Number(rows[0]?.['at'])
}

/**
 * Refuses to try a code while the device or the address waits after too many wrong ones. Failures of
 * other devices with the same phone do not count, and those of other visitors behind the same address
 * only for devices that are not known: a stranger cannot lock the owner out.
 * @throws BusinessError 500203 with the moment from which it may be tried again
 */
export function checkFailures(db: Database, sender: Sender): void {
  const { target, address, deviceHash, now } = sender
  const { perDevice, perAddress, withinMs, pauseMs } = FAILURES
  const byDevice = db
    .prepare(
      `SELECT at FROM failed_code WHERE target = ? AND device_hash = ? AND at > ?
       ORDER BY at DESC LIMIT ?`,
    )
    .all(target, deviceHash, now - withinMs, perDevice)
  const byAddress = db
    .prepare('SELECT at FROM failed_code WHERE address = ? AND at > ? ORDER BY at DESC LIMIT ?')
    .all(address, now - withinMs, perAddress)
  const newest = [
    findNewest(byDevice, perDevice),
    isKnownDevice(db, sender) ? null : findNewest(byAddress, perAddress),
  ].filter((at) => at !== null)
  const until = Math.max(0, ...newest) + pauseMs
  if (newest.length > 0 && now < until) throw retryLater(500203, until, now)
}
