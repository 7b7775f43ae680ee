import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The key of the status page: made of the webhook's secret, and telling nothing of it. */
export function makeStatusKey(secret: string): string {
  return createHmac('sha256', secret).update('status page').digest('base64url')
}

/** Whether a key opens the page, in constant time. @param secrets all that are valid now */
export function isStatusKey(given: string, secrets: readonly string[]): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return secrets
    .map((secret) => timingSafeEqual(hash(given), hash(makeStatusKey(secret))))
    .some(Boolean)
}

export const STATUS_PATH = '/hooks/status'

/** The address that opens the page. @param site address of the site */
export function statusLink(site: string, secret: string): string {
  return `${site.replace(/\/$/, '')}${STATUS_PATH}?key=${makeStatusKey(secret)}`
}
