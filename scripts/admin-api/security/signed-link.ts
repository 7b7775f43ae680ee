import { isSameHash } from '../../lib/is-same-hash.ts'
import { sign, type Secrets } from './secrets.ts'
import { MINUTE } from '../../lib/durations.ts'

const LIFETIME_MS = 5 * MINUTE

const signLink = (secrets: Secrets, link: string, expiresAt: number): string =>
  sign(secrets.deriveKey('download-link'), link, expiresAt)

/**
 * Signs a download link, which is then valid for five minutes.
 * @param link path with its query
 * @param now epoch ms
 */
export function createSignedLink(
  secrets: Secrets,
  link: string,
  now: number,
): { url: string; expiresAt: number } {
  const expiresAt = now + LIFETIME_MS
  const signature = signLink(secrets, link, expiresAt)
  const query = `expires=${expiresAt}&signature=${signature}`
  return { url: `${link}${link.includes('?') ? '&' : '?'}${query}`, expiresAt }
}

/** Whether the query of a link has a valid signature and has not expired. */
export function isSignedLink(
  secrets: Secrets,
  link: string,
  { expires = '', signature = '' }: Partial<Record<'expires' | 'signature', string>>,
  now: number,
): boolean {
  const expiresAt = Number(expires)
  return isSameHash(signLink(secrets, link, expiresAt), signature) && now < expiresAt
}
