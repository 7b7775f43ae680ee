import { timingSafeEqual } from 'node:crypto'
import { sign, type Secrets } from '../../security/secrets.ts'
import { getMessageKind, MESSAGE_NAMES } from '../message-kinds.ts'
import type { QueuedName } from './records.ts'

/** Who no longer wants which mails. */
export interface Unsubscription {
  userId: number
  kind: QueuedName
}

export const UNSUBSCRIBE_PATH = '/api/messages/unsubscribe'

const seal = (secrets: Secrets, { userId, kind }: Unsubscription): string =>
  sign(secrets.deriveKey('unsubscribe'), userId, kind)

/** The address in a mail that switches off mails of its kind, for whoever holds it and as long as mails are kept. */
export function createUnsubscribeUrl(
  secrets: Secrets,
  siteUrl: string,
  unsubscription: Unsubscription,
): string {
  const { userId, kind } = unsubscription
  const token = `${userId}.${kind}.${seal(secrets, unsubscription)}`
  return `${siteUrl}${UNSUBSCRIBE_PATH}?${new URLSearchParams({ token })}`
}

function findOptionalKind(name: string): QueuedName | undefined {
  const kind = MESSAGE_NAMES.find((known) => known === name)
  return kind === undefined || kind === 'login_code' || !getMessageKind(kind).isOptional
    ? undefined
    : kind
}

/** What the token of an address is for; null when it was not made here. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | null {
  const [id = '', name = '', given = ''] = token.split('.')
  const kind = findOptionalKind(name)
  const userId = Number(id)
  if (kind === undefined || !Number.isSafeInteger(userId)) return null
  const wanted = Buffer.from(seal(secrets, { userId, kind }))
  const actual = Buffer.from(given)
  if (wanted.length !== actual.length || !timingSafeEqual(wanted, actual)) return null
  return { userId, kind }
}
