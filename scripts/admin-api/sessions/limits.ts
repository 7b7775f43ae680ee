import { DAY, MINUTE } from '../../lib/durations.ts'

/** Session lifetimes in ms (sources: ASVS 7.3; NIST SP 800-63B-4). */
const SESSION = {
  idleMs: 7 * DAY,
  absoluteMs: 30 * DAY,
  /** Interval at which the pair of token and cookie is renewed. */
  rotateMs: DAY,
  /** How long the previous pair remains valid, for concurrent requests. */
  overlapMs: MINUTE,
  /** Resolution of `last_seen_at`. */
  seenMs: 5 * MINUTE,
  /** Sessions per account; a new login ends the least recently used one. */
  maxSessions: 10,
} as const

/** How long a verification of the phone number counts as recent. */
export const FRESH_MS = 10 * MINUTE

/** Without the cookie, a stolen token is sufficient, so these sessions live shorter. */
const BEARER_SESSION = { ...SESSION, idleMs: DAY, absoluteMs: 7 * DAY } as const

/** `bound`: a session needs token and cookie. `bearer`: the token suffices, for an API on another site. */
export type AuthMode = 'bound' | 'bearer'

export const getSessionLimits = (mode: AuthMode) => (mode === 'bearer' ? BEARER_SESSION : SESSION)
