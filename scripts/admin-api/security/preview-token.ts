import { timingSafeEqual } from 'node:crypto'
import { sign, type Secrets } from './secrets.ts'

/** Which preview a link opens, and until when. */
export interface PreviewToken {
  /** The moment that is shown, in epoch ms; null shows drafts and scheduled items as of now. */
  at: number | null
  /** Epoch ms. */
  expiresAt: number
}

/** Where previews are opened and left; below it stands the token. */
export const PREVIEW_PATH = '/hooks/preview/'

const PATTERN = /^(\d{1,15})?\.(\d{1,15})\.([\w-]{43})$/

/** The token as text: `<at>.<expiry>.<HMAC-SHA256>`. */
export function writePreviewToken(secrets: Secrets, { at, expiresAt }: PreviewToken): string {
  return `${at ?? ''}.${expiresAt}.${sign(secrets.deriveKey('preview'), at ?? '', expiresAt)}`
}

/** Reads a token; undefined when it is forged or has expired. @param now epoch ms */
export function readPreviewToken(
  secrets: Secrets,
  text: string,
  now: number,
): PreviewToken | undefined {
  const [, at, expiry = '', signature = ''] = PATTERN.exec(text) ?? []
  const token = { at: at === undefined ? null : Number(at), expiresAt: Number(expiry) }
  const expected = sign(secrets.deriveKey('preview'), token.at ?? '', token.expiresAt)
  const isOurs =
    signature.length === expected.length &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  return isOurs && now < token.expiresAt ? token : undefined
}

/** Whether a path leads to a page of this site. */
export const isSitePath = (path: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(path)

/**
 * The address that opens a preview.
 * @param site address of the site
 * @param path the page that is shown first, such as `/en/drama/detail?id=1`
 */
export function writePreviewLink(site: string, token: string, path: string): string {
  return `${site.replace(/\/$/, '')}${PREVIEW_PATH}${token}?to=${encodeURIComponent(path)}`
}
