import { isSameHash } from './hash.ts'
import { sign, type Secrets } from './secrets.ts'

const LIFETIME_MS = 5 * 60_000

type Purpose = 'upload-link' | 'data-export'
/** Values that identify the linked resource; the signature covers them. */
type Subject = readonly (string | number)[]
/** Query parameters of a signed link. */
export type LinkQuery = Partial<Record<'expires' | 'signature', string>>

/** Signs a download link that is valid for five minutes. */
export function signLink(
  secrets: Secrets,
  { purpose, subject, now }: { purpose: Purpose; subject: Subject; now: number },
): { query: string; expiresAt: number } {
  const expiresAt = now + LIFETIME_MS
  const signature = sign(secrets.deriveKey(purpose), ...subject, expiresAt)
  return { query: `expires=${expiresAt}&signature=${signature}`, expiresAt }
}

/** Whether a link has a valid signature and has not expired. */
export function isSignedLink(
  secrets: Secrets,
  { purpose, subject, now }: { purpose: Purpose; subject: Subject; now: number },
  { expires = '', signature = '' }: LinkQuery,
): boolean {
  const expiresAt = Number(expires)
  const expected = sign(secrets.deriveKey(purpose), ...subject, expiresAt)
  return isSameHash(expected, signature) && now < expiresAt
}
