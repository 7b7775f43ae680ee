import * as v from 'valibot'
import { OptionalMessageSchema, type OptionalMessage } from '#api/messages.ts'
import { isSameHash } from '../../../lib/is-same-hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'

/** A request to switch off a kind of message for a member. */
export interface Unsubscription {
  userId: number
  message: OptionalMessage
}

export const UNSUBSCRIBE_PATH = '/api/messages/unsubscribe'

const signUnsubscription = (secrets: Secrets, { userId, message }: Unsubscription): string =>
  sign(secrets.deriveKey('unsubscribe'), userId, message)

/** A URL that switches off mails of a kind without a login. It does not expire, like the mail itself. */
export function createUnsubscribeUrl(
  secrets: Secrets,
  siteUrl: string,
  unsubscription: Unsubscription,
): string {
  const { userId, message } = unsubscription
  const token = `${userId}.${message}.${signUnsubscription(secrets, unsubscription)}`
  return `${siteUrl}${UNSUBSCRIBE_PATH}?${new URLSearchParams({ token })}`
}

/** Verifies the token of an unsubscribe URL. @returns null if its signature is invalid */
export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | null {
  const [id = '', message, signature = ''] = token.split('.')
  const userId = Number(id)
  if (!v.is(OptionalMessageSchema, message) || !Number.isSafeInteger(userId)) return null
  if (!isSameHash(signature, signUnsubscription(secrets, { userId, message }))) return null
  return { userId, message }
}
