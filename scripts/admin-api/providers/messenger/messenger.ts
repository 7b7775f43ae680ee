import type { Channel } from '../../db/member-tables.ts'

interface Message {
  channel: Channel
  /** E.164 number or e-mail address. */
  to: string
  text: string
  /** The code inside the text, for gateways with message templates. */
  code: string
  lang: string
}

/** Sends verification codes by SMS or e-mail. */
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
