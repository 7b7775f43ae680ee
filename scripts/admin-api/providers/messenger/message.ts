import type { Locale } from '#api/language.ts'
import type { MessageKey } from '#i18n/messages.ts'
import type { Channel } from '../../db/member-tables.ts'

type TextName<Key> = Key extends `sms:${infer Name}` ? Name : never

/** What a message is for: each purpose has a text, and a registered template where a gateway needs one. */
export type SmsPurpose = TextName<MessageKey<'sms'>>

/** A message to one recipient. */
export interface Message {
  channel: Channel
  /** E.164 number or e-mail address. */
  to: string
  lang: Locale
  purpose: SmsPurpose
  /** The values of the text, for gateways with templates. The name of the venue is their signature. */
  parameters: Readonly<Record<string, string>>
  text: string
  /**
   * How many messages of this kind the recipient was sent shortly before: who did not get the first one
   * gets the next by another gateway.
   */
  attempt: number
}

/** A message that a gateway has taken. Receipts name both. */
interface Delivery {
  gateway: string
  /** The gateway's number of the message; null for one that gives none. */
  id: string | null
}

/** What became of a message, as its gateway says. */
export interface Receipt {
  id: string
  state: 'delivered' | 'failed'
  /** The gateway's code for a failure; empty for none. */
  reason: string
}

/** A receipt that is not authentic, or not of the documented form. */
export class ReceiptError extends Error {
  override name = 'ReceiptError'
}

/** The request by which a gateway reports receipts. */
export interface ReceiptRequest {
  /** The address as the gateway called it. */
  url: URL
  headers: Headers
  body: string
}

/** A gateway for messages. Every call may fail or hang. */
export interface Gateway {
  name: string
  /** Which phone numbers it reaches: of mainland China, of all other countries, or all. */
  reach: 'domestic' | 'abroad' | 'everywhere'
  /** Whether it has what the message needs: a template, or the channel. */
  hasForm(message: Message): boolean
  /** @returns its number of the message @throws Error when it did not take the message */
  send(message: Message, now: number): Promise<string | null>
  /** Makes calls that send nothing. @throws Error whose message says what is wrong */
  check(): Promise<void>
  /** Left out by gateways without receipts. */
  receipts?: {
    /** @throws ReceiptError */
    read(request: ReceiptRequest): Receipt[]
    /** What the gateway expects in response. */
    response: string
  }
}

/** Sends messages by SMS, or where a gateway knows e-mail by e-mail. */
export interface Messenger {
  /** Whether a gateway reaches the recipient and has a template. */
  canSend(message: Message): boolean
  /** @throws Error when no gateway took the message */
  send(message: Message, now: number): Promise<Delivery>
  gateways: readonly Gateway[]
  /** Path of the outbox page of a test installation; null for real gateways. */
  outbox: string | null
}

/** The messenger of an installation without a gateway; every call fails. */
export const NO_MESSENGER: Messenger = {
  gateways: [],
  outbox: null,
  canSend: () => false,
  send: () => Promise.reject(new Error('no messenger is configured')),
}
