const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How long sessions live (anchors: ASVS 7.3; NIST SP 800-63B-4). All in ms. */
export const SESSION = {
  idleMs: 7 * DAY,
  absoluteMs: 30 * DAY,
  /** The pair of token and cookie is renewed this often. */
  rotateMs: DAY,
  /** How long the pair before is still good: other requests were under way. */
  overlapMs: MINUTE,
  /** `last_seen_at` is exact to this. */
  seenMs: 5 * MINUTE,
  /** How long a proof of the phone counts as fresh. */
  freshMs: 10 * MINUTE,
  /** Places where one account may be logged in; the one unused longest ends for a new one. */
  most: 10,
} as const

/** Without the cookie half a token is all there is to steal: it lives shorter. */
export const BEARER_SESSION = { ...SESSION, idleMs: DAY, absoluteMs: 7 * DAY } as const
