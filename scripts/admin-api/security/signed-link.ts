import { isSameHash } from './hash.ts'
import { sign, type Secrets } from './secrets.ts'

const LIFETIME_MS = 5 * 60_000

type Purpose = 'upload-link' | 'data-export'
/** What a link opens: it is valid for these values alone. */
type Subject = readonly (string | number)[]
/** What of the query of an address is checked. */
export type LinkQuery = Partial<Record<'expires' | 'signature', string>>

/** The query of an address by which a file can be read for five minutes. */
export function signLink(
  secrets: Secrets,
  { purpose, subject, now }: { purpose: Purpose; subject: Subject; now: number },
): { query: string; expiresAt: number } {
  const expiresAt = now + LIFETIME_MS
  const signature = sign(secrets.deriveKey(purpose), ...subject, expiresAt)
  return { query: `expires=${expiresAt}&signature=${signature}`, expiresAt }
}

/** Whether an address was signed by us and is not over. */
export function isSignedLink(
  secrets: Secrets,
  { purpose, subject, now }: { purpose: Purpose; subject: Subject; now: number },
  { expires = '', signature = '' }: LinkQuery,
): boolean {
  const expiresAt = Number(expires)
  const own = sign(secrets.deriveKey(purpose), ...subject, expiresAt)
  return isSameHash(own, signature) && now < expiresAt
}
