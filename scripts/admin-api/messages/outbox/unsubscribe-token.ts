import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { OptionalMessageSchema, type OptionalMessage } from '#api/messages.ts'
import { sign, type Secrets } from '../../security/secrets.ts'

/** Who no longer wants which mails. */
export interface Unsubscription {
  userId: number
  message: OptionalMessage
}

export const UNSUBSCRIBE_PATH = '/api/messages/unsubscribe'

const seal = (secrets: Secrets, { userId, message }: Unsubscription): string =>
  sign(secrets.deriveKey('unsubscribe'), userId, message)

/** The address that switches off mails of a kind: for whoever holds it, and as long as mails are kept. */
export function createUnsubscribeUrl(
  secrets: Secrets,
  siteUrl: string,
  unsubscription: Unsubscription,
): string {
  const { userId, message } = unsubscription
  const token = `${userId}.${message}.${seal(secrets, unsubscription)}`
  return `${siteUrl}${UNSUBSCRIBE_PATH}?${new URLSearchParams({ token })}`
}

/** What the token of an address is for; null when it was not made here. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | null {
  const [id = '', message, given = ''] = token.split('.')
  const userId = Number(id)
  if (!v.is(OptionalMessageSchema, message) || !Number.isSafeInteger(userId)) return null
  const wanted = Buffer.from(seal(secrets, { userId, message }))
  const actual = Buffer.from(given)
  if (wanted.length !== actual.length || !timingSafeEqual(wanted, actual)) return null
  return { userId, message }
}
