import { createHmac } from 'node:crypto'
import { isSameHash } from '../../lib/is-same-hash.ts'

/** Derives the key of the status page from the webhook secret, which the key does not reveal. */
export function makeStatusKey(secret: string): string {
  return createHmac('sha256', secret).update('status page').digest('base64url')
}

/** Checks a key in constant time. @param secrets all currently valid webhook secrets */
export const isStatusKey = (given: string, secrets: readonly string[]): boolean =>
  secrets.map((secret) => isSameHash(given, makeStatusKey(secret))).some(Boolean)

export const STATUS_PATH = '/hooks/status'

/** The link to the status page, with its key. @param site address of the site */
export function createStatusLink(site: string, secret: string): string {
  return `${site}${STATUS_PATH}?key=${makeStatusKey(secret)}`
}
