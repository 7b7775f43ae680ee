import { randomBytes } from 'node:crypto'
import { isSameHash } from './hash.ts'
import { sign, type Secrets } from './secrets.ts'

/** Long enough to authorise something on a page of somebody else. */
export const STATE_LIFETIME_MS = 10 * 60_000
/** Clocks of two servers of one installation. */
const MAX_AHEAD_MS = 60_000

const PATTERN = /^(?<time>[0-9a-f]{8})[0-9a-f]{24}/
const RANDOM_LENGTH = 32

interface Bound {
  /** Hash of the device cookie of the browser. */
  deviceHash: string
  /** What the state is for, such as an order: a state serves nothing else. */
  subject: readonly string[]
}

const signState = (secrets: Secrets, random: string, { deviceHash, subject }: Bound): string =>
  Buffer.from(
    sign(secrets.deriveKey('browser-state'), random, deviceHash, ...subject),
    'base64url',
  ).toString('hex')

/**
 * The `state` of an authorisation by redirect (RFC 6749, section 10.12): the time, random bytes and an
 * HMAC with the device cookie, which scripts cannot read. Nothing has to be stored. 96 hex digits:
 * WeChat accepts 128 letters and digits.
 * @param now epoch ms
 */
export function issueState(secrets: Secrets, bound: Bound, now: number): string {
  const time = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0')
  const random = time + randomBytes(12).toString('hex')
  return random + signState(secrets, random, bound)
}

/** Whether a state was issued to this browser for this subject, at most ten minutes ago. */
export function isStateOf(secrets: Secrets, state: string, bound: Bound, now: number): boolean {
  const time = PATTERN.exec(state)?.groups?.['time']
  if (time === undefined || bound.deviceHash === '') return false
  const ageMs = now - Number.parseInt(time, 16) * 1000
  if (ageMs > STATE_LIFETIME_MS || ageMs < -MAX_AHEAD_MS) return false
  const [random, signature] = [state.slice(0, RANDOM_LENGTH), state.slice(RANDOM_LENGTH)]
  return isSameHash(signature, signState(secrets, random, bound))
}
