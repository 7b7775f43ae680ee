import type { Locale } from '#api/language.ts'
import type { MessageKey } from '#i18n/messages.ts'
import type { Channel } from '../../db/member-tables.ts'

type TextName<Key> = Key extends `sms:${infer Name}` ? Name : never

/** Purpose of an SMS; each has a text, and a registered template at gateways that require one. */
export type SmsPurpose = TextName<MessageKey<'sms'>>

/** A message to one recipient. */
export interface Message {
  channel: Channel
  /** E.164 number or e-mail address. */
  to: string
  lang: Locale
  purpose: SmsPurpose
  /** Parameters of the text, for gateways with templates; these sign messages with the venue's name. */
  parameters: Readonly<Record<string, string>>
  text: string
  /**
   * Number of messages of this kind sent to the recipient shortly before; the next one uses another gateway, in
   * case the first did not arrive.
   */
  attempt: number
}

/** A message that will never be sent, because of its number or template: a retry is useless. */
interface Refusal {
  status: 'refused'
  /** Names error codes but no recipient, because it is logged. */
  reason: string
}

/** Delivery status of a message as reported by its gateway. */
export interface Receipt {
  id: string
  state: 'delivered' | 'failed'
  /** The gateway's error code; empty for a delivered message. */
  reason: string
}

/** A receipt that is not authentic or not in the documented format. */
export class ReceiptError extends Error {
  override name = 'ReceiptError'
}

/** A request of a gateway with receipts. */
export interface ReceiptRequest {
  /** The requested URL. */
  url: URL
  headers: Headers
  body: string
}

/** A gateway for messages. Every call may fail or hang. */
export interface Gateway {
  name: string
  /** Phone numbers it sends to: `domestic` mainland China, `abroad` all other countries, `everywhere` both. */
  reach: 'domestic' | 'abroad' | 'everywhere'
  /** Whether it has the channel and, if required, a template of the message. */
  supports(message: Message): boolean
  /** Error codes that mean that number or template are invalid: a retry is useless. */
  refusals: ReadonlySet<string>
  /**
   * @returns the gateway's id of the message, for delivery receipts; null if it has none
   * @throws Error if it does not accept the message; a retry may succeed unless its code is in `refusals`
   */
  send(message: Message, now: number): Promise<string | null>
  /** Makes read-only calls to test the settings. @throws Error with the reason */
  check(): Promise<void>
  /** Undefined for gateways without delivery receipts. */
  receipts?: {
    /** @throws ReceiptError */
    read(request: ReceiptRequest): Receipt[]
    /** Response body that the gateway expects. */
    response: string
  }
}

/** Sends messages by SMS, or by e-mail if a gateway supports it. */
export interface Messenger {
  /** Whether a gateway can reach the recipient and supports the message. */
  canSend(message: Message): boolean
  /** @throws Error if no gateway accepts the message now, unless all of them refuse it */
  send(message: Message, now: number): Promise<{ status: 'accepted' } | Refusal>
  gateways: readonly Gateway[]
}

/** The messenger of an installation without a gateway; every call to send fails. */
export const NO_MESSENGER: Messenger = {
  gateways: [],
  canSend: () => false,
  send: () => Promise.reject(new Error('no messenger is configured')),
}
