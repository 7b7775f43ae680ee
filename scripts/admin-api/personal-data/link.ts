import type { Locale } from '#api/language.ts'
import type { Secrets } from '../security/secrets.ts'
import { isSignedLink, signLink, type LinkQuery } from '../security/signed-link.ts'

/** A download of a member's data. */
interface Download {
  userId: number
  /** Language of the file that explains the archive. */
  lang: Locale
  /** Epoch ms. */
  now: number
}

const toLink = ({ userId, lang, now }: Download) =>
  ({ purpose: 'data-export', subject: [userId, lang], now }) as const

/** A signed URL for the download of a member's data, valid for five minutes, and its expiry (epoch ms). */
export function createExportLink(
  secrets: Secrets,
  download: Download,
): { url: string; expiresAt: number } {
  const { query, expiresAt } = signLink(secrets, toLink(download))
  return {
    url: `/api/account/export/${download.userId}.zip?lang=${download.lang}&${query}`,
    expiresAt,
  }
}

/** Whether the signature of an export URL is valid and has not expired. */
export const isValidExportLink = (
  secrets: Secrets,
  download: Download,
  query: LinkQuery,
): boolean => isSignedLink(secrets, toLink(download), query)
