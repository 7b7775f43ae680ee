import type { Deps } from '../../deps.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
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
import { HOUR, MINUTE } from '../../../lib/durations.ts'

/** The sender of a code request or of an attempt. */
export interface Sender {
  /** Phone number or e-mail address that the code goes to. */
  target: string
  address: string
  deviceHash: string
  now: number
}

export interface CodeRequest extends Sender {
  userId: number | null
  /** The target is the phone of the logged-in member. */
  isOwnPhone: boolean
  /** A challenge was solved for this request. */
  hasSolution: boolean
}

/** Codes and failures after this time are from before the clock was set back and must not lock anyone out. */
const endCounting = (now: number): number => now + MINUTE

const retryLater = (code: 500201 | 500203, retryAt: number, now: number) =>
  new BusinessError(code, { retry_at: formatTime(retryAt), server_time: formatTime(now) })

/** Time at which a limit accepts the next code; null while it is not reached. */
async function findRetryTime(
  db: Reader,
  { by, max, withinMs, toleranceMs = 0 }: Omit<SendLimit, 'senders'>,
  { target, address, deviceHash, userId, now }: CodeRequest,
): Promise<number | null> {
  const values = { target, address, device_hash: deviceHash, user_id: userId ?? '' }
  // Browsers without a device cookie and visitors without an account are not counted by these columns.
  if (by.some((column) => values[column] === '')) return null
  const row = await db
    .selectFrom('one_time_code')
    .select('created_at')
    .where(({ and, eb }) => and(by.map((column) => eb(column, '=', values[column]))))
    .where('created_at', '>', now - withinMs + toleranceMs)
    .where('created_at', '<', endCounting(now))
    // Codes that the gateway refused count for the sender but not for the phone.
    .$if(by.includes('target'), (codes) => codes.where('state', '<>', 'unsent'))
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(max - 1)
    .executeTakeFirst()
  return row ? row.created_at + withinMs : null
}

/** The limit of all codes together. @param max rounded down, but at least 1 */
const limitTotal = (max: number) =>
  ({ by: [], max: Math.max(1, Math.floor(max)), withinMs: BUDGET.withinMs }) as const

/** Whether codes are requested for many numbers of one prefix and not used (SMS pumping). */
async function isPumped(db: Reader, { target, now }: Sender): Promise<boolean> {
  if (!target.startsWith('+')) return false
  const prefix = target.slice(0, -PUMPING.digits)
  const { sent, used } = await db
    .selectFrom('one_time_code')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('state', '=', 'used').as('used'))
    .where('target', '>=', prefix)
    .where('target', '<', `${prefix}:`)
    .where('created_at', '>', now - PUMPING.withinMs)
    .where('created_at', '<', endCounting(now))
    .executeTakeFirstOrThrow()
  return sent >= PUMPING.sends && used < PUMPING.minUsed
}

/** Whether so many codes were requested that unknown senders must solve a challenge. */
async function requiresChallenge(
  { config }: Deps,
  db: Reader,
  request: CodeRequest,
): Promise<boolean> {
  const { target, address, budgetShare, withinMs } = CHALLENGE_FROM
  const isFull = async (by: SendLimit['by'], max: number) =>
    (await findRetryTime(db, { by, max, withinMs }, request)) !== null
  return (
    (await isFull(['target'], target)) ||
    (await isFull(['address'], address)) ||
    (await findRetryTime(db, limitTotal(config.smsPerHour * budgetShare), request)) !== null ||
    isPumped(db, request)
  )
}

/**
 * Enforces the limits of sent codes. Runs in the transaction that stores the code.
 * @returns whether a challenge must be solved first
 * @throws BusinessError 500201 with the time of the next possible request
 */
export async function checkSendLimits(
  deps: Deps,
  trx: Transaction,
  request: CodeRequest,
): Promise<'ok' | 'challenge'> {
  const { config, logger, challenges } = deps
  const { now } = request
  const isKnown = request.isOwnPhone || (await isKnownDevice(trx, request))
  const budget = config.smsPerHour * (isKnown ? 1 : BUDGET.unknownShare)
  const budgetUntil = await findRetryTime(trx, limitTotal(budget), request)
  if (budgetUntil !== null) logger.error({ per_hour: config.smsPerHour }, 'SMS budget is used up')

  const limits = SEND_LIMITS.filter(({ senders }) => senders === 'all' || !isKnown)
  const perAddress = challenges ? ADDRESS_LIMIT.maxWithChallenge : ADDRESS_LIMIT.max
  const addressLimit = { ...ADDRESS_LIMIT, by: ['address'], max: perAddress } as const
  const times = [budgetUntil]
  for (const limit of [...limits, ...(isKnown ? [] : [addressLimit])]) {
    times.push(await findRetryTime(trx, limit, request))
  }
  const latest = Math.max(0, ...times.filter((time) => time !== null))
  if (latest > 0) throw retryLater(500201, latest, now)

  // Logged-in members are limited by their account instead.
  if (isKnown || request.userId !== null) return 'ok'
  if (challenges) {
    const mustSolve = !request.hasSolution && (await requiresChallenge(deps, trx, request))
    return mustSolve ? 'challenge' : 'ok'
  }
  if (!(await isPumped(trx, request))) return 'ok'
  logger.error(
    { digits: PUMPING.digits },
    'SMS pumping: numbers of one prefix receive codes and do not use them',
  )
  throw retryLater(500201, now + HOUR, now)
}

/** Time of the latest failure; null while there are fewer than `max`. */
const findLatestFailure = (rows: readonly { at: number }[], max: number): number | null =>
  rows.length < max ? null : (rows[0]?.at ?? null)

/**
 * Refuses attempts while the device or the address is locked after too many wrong codes. Failures of other
 * devices with the same phone do not count, and those of the same address only for unknown devices, so that
 * nobody can lock out the owner of a phone.
 * @throws BusinessError 500203 with the time of the next possible attempt
 */
export async function checkFailures(trx: Transaction, sender: Sender): Promise<void> {
  const { target, address, deviceHash, now } = sender
  const { perDevice, perAddress, withinMs, pauseMs } = FAILURES
  const failures = trx
    .selectFrom('failed_code')
    .select('at')
    .where('at', '>', now - withinMs)
    .where('at', '<', endCounting(now))
    .orderBy('at', 'desc')
  const byDevice = await failures
    .where('target', '=', target)
    .where('device_hash', '=', deviceHash)
    .limit(perDevice)
    .execute()
  const byAddress = await failures.where('address', '=', address).limit(perAddress).execute()
  const newest = [
    findLatestFailure(byDevice, perDevice),
    (await isKnownDevice(trx, sender)) ? null : findLatestFailure(byAddress, perAddress),
  ].filter((at) => at !== null)
  const until = Math.max(0, ...newest) + pauseMs
  if (newest.length > 0 && now < until) throw retryLater(500203, until, now)
}
