import type { Locale } from '#api/language.ts'
import type { Channel } from '../../db/member-tables.ts'
import type { SmsPurpose } from '../../messages/message.ts'

interface Message {
  channel: Channel
  /** E.164 number or e-mail address. */
  to: string
  text: string
  lang: Locale
  purpose: SmsPurpose
  /** The values of the text, for gateways with message templates. */
  parameters: Readonly<Record<string, string>>
}

/** Sends messages by SMS, and codes by e-mail where no mail server is set. */
export interface Messenger {
  /** @throws Error when the gateway did not accept the message */
  send(message: Message, now: number): Promise<void>
  /** Path of the outbox page of a test installation; null for a real gateway. */
  outbox: string | null
}

/** The messenger of an installation without a gateway; every call fails. */
export const NO_MESSENGER: Messenger = {
  outbox: null,
  send: () => Promise.reject(new Error('no messenger is configured')),
}
