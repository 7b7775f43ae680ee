import { isSameHash } from '../../lib/is-same-hash.ts'
import { sign, type Secrets } from './secrets.ts'

/** The preview that a link opens, and its expiry. */
export interface PreviewToken {
  /** The time to preview, in epoch ms; null shows drafts and scheduled items as of now. */
  at: number | null
  /** Epoch ms. */
  expiresAt: number
}

/** Path that opens and closes previews; the token is its last segment. */
export const PREVIEW_PATH = '/hooks/preview/'

const PATTERN = /^(\d{1,15})?\.(\d{1,15})\.([\w-]{43})$/

/** Serialises a token: `<at>.<expiry>.<HMAC-SHA256>`. */
export function writePreviewToken(secrets: Secrets, { at, expiresAt }: PreviewToken): string {
  return `${at ?? ''}.${expiresAt}.${sign(secrets.deriveKey('preview'), at ?? '', expiresAt)}`
}

/** Verifies a token; undefined when it is forged or expired. @param now epoch ms */
export function readPreviewToken(
  secrets: Secrets,
  text: string,
  now: number,
): PreviewToken | undefined {
  const [, at, expiry = '', signature = ''] = PATTERN.exec(text) ?? []
  const token = { at: at === undefined ? null : Number(at), expiresAt: Number(expiry) }
  const expected = sign(secrets.deriveKey('preview'), token.at ?? '', token.expiresAt)
  return isSameHash(signature, expected) && now < token.expiresAt ? token : undefined
}

/**
 * The URL that opens a preview.
 * @param site URL of the site
 * @param path the first page, such as `/en/drama/detail?id=1`
 */
export function writePreviewLink(site: string, token: string, path: string): string {
  return `${site.replace(/\/$/, '')}${PREVIEW_PATH}${token}?to=${encodeURIComponent(path)}`
}
