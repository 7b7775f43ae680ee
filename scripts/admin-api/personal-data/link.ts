import type { Locale } from '#api/language.ts'
import { isSameHash } from '../security/hash.ts'
import { sign, type Secrets } from '../security/secrets.ts'

const LIFETIME_MS = 5 * 60_000

/** The download of a member's data, in a language. */
interface Download {
  userId: number
  lang: Locale
  /** Epoch ms. */
  expiresAt: number
}

const signDownload = (secrets: Secrets, { userId, lang, expiresAt }: Download): string =>
  sign(secrets.deriveKey('data-export'), userId, lang, expiresAt)

/** An address by which the data of a member can be downloaded for five minutes. */
export function createExportLink(
  secrets: Secrets,
  { userId, lang, now }: { userId: number; lang: Locale; now: number },
): { url: string; expiresAt: number } {
  const expiresAt = now + LIFETIME_MS
  const signature = signDownload(secrets, { userId, lang, expiresAt })
  const query = new URLSearchParams({ lang, expires: String(expiresAt), signature })
  return { url: `/api/account/export/${userId}.zip?${query}`, expiresAt }
}

/** Whether an address was made by us and is still good. */
export const isGoodExportLink = (
  secrets: Secrets,
  download: Download,
  { signature, now }: { signature: string; now: number },
): boolean => isSameHash(signDownload(secrets, download), signature) && now < download.expiresAt
