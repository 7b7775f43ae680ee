import { randomBytes } from 'node:crypto'
import { isSameHash } from '../../lib/is-same-hash.ts'
import { sign, type Secrets } from './secrets.ts'
import { MINUTE } from '../../lib/durations.ts'

/** Time for the user to authorise at the provider. */
export const STATE_LIFETIME_MS = 10 * MINUTE
/** Tolerated clock skew between servers of one installation. */
const MAX_CLOCK_SKEW_MS = 60_000

const PATTERN = /^(?<time>[0-9a-f]{8})[0-9a-f]{24}/
const RANDOM_LENGTH = 32

interface StateBinding {
  /** Hash of the device cookie of the browser. */
  deviceHash: string
  /** What the state is for, such as an order; it is not valid for another subject. */
  subject: readonly string[]
}

const signState = (
  secrets: Secrets,
  random: string,
  { deviceHash, subject }: StateBinding,
): string =>
  Buffer.from(
    sign(secrets.deriveKey('browser-state'), random, deviceHash, ...subject),
    'base64url',
  ).toString('hex')

/**
 * The `state` of an authorisation by redirect (RFC 6749, section 10.12): the time, random bytes and an
 * HMAC over the HttpOnly device cookie, so that nothing has to be stored. It has 96 hex digits; WeChat
 * accepts up to 128 letters and digits.
 * @param now epoch ms
 */
export function issueState(secrets: Secrets, binding: StateBinding, now: number): string {
  const time = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0')
  const random = time + randomBytes(12).toString('hex')
  return random + signState(secrets, random, binding)
}

/** Whether a state was issued to this browser for this subject in the last ten minutes. */
export function isStateOf(
  secrets: Secrets,
  state: string,
  binding: StateBinding,
  now: number,
): boolean {
  const time = PATTERN.exec(state)?.groups?.['time']
  if (time === undefined || binding.deviceHash === '') return false
  const ageMs = now - Number.parseInt(time, 16) * 1000
  if (ageMs > STATE_LIFETIME_MS || ageMs < -MAX_CLOCK_SKEW_MS) return false
  const [random, signature] = [state.slice(0, RANDOM_LENGTH), state.slice(RANDOM_LENGTH)]
  return isSameHash(signature, signState(secrets, random, binding))
}
