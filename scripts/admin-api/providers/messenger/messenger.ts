import type { Channel } from '../../db/member-tables.ts'

export interface Message {
  channel: Channel
  /** E.164 number or e-mail address. */
  to: string
  text: string
  /** The code inside the text, for gateways that fill templates of their own. */
  code: string
  lang: string
}

/** What brings codes to people. A real gateway stands behind the same two lines. */
export interface Messenger {
  /** @throws Error when the message could not be handed over */
  send(message: Message, now: number): Promise<void>
  /** Path of the page where a test installation shows what it sent; null for a real gateway. */
  outbox: string | null
}

/** The messenger of an installation without a gateway: it sends nothing, and says so. */
export const NO_MESSENGER: Messenger = {
  outbox: null,
  send: () => Promise.reject(new Error('no messenger is configured')),
}
