import type { Locale } from '#api/language.ts'
import type { Secrets } from '../security/secrets.ts'
import { isSignedLink, signLink, type LinkQuery } from '../security/signed-link.ts'

/** The download of a member's data, in a language, at a moment (epoch ms). */
interface Download {
  userId: number
  lang: Locale
  now: number
}

const toLink = ({ userId, lang, now }: Download) =>
  ({ purpose: 'data-export', subject: [userId, lang], now }) as const

/** An address by which the data of a member can be downloaded for five minutes. */
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

/** Whether an address was made by us and is still good. */
export const isValidExportLink = (
  secrets: Secrets,
  download: Download,
  query: LinkQuery,
): boolean => isSignedLink(secrets, toLink(download), query)
