import type { Locale } from '#api/language.ts'
import type { Theme } from '#api/theme.ts'
import type { Translate } from '#i18n/messages.ts'
import type { SmsPurpose } from '../providers/messenger/message.ts'
import type { MessageData, MessageName } from './message-data.ts'

/** Channels of messages: e-mail, SMS, or the list on the account page. */
export const MESSAGE_CHANNELS = ['mail', 'sms', 'account'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** The logo of a site as PNG, which every mail client displays. */
interface Logo {
  png: Buffer
  /** Displayed size in CSS px; the image has twice the resolution. */
  width: number
  height: number
}

/** Data of the site that messages show, in one language. */
export interface MessageSite {
  name: string
  /** URL without a trailing slash. */
  url: string
  phone: string | null
  email: string | null
  /** Description of the benefits of a membership. */
  membershipOffer: string
  /** Wordmark in the header of a mail, for sites without a logo. */
  mark: string
  logo: Logo | null
  theme: Theme
}

/** Areas of the interface texts that messages use; labels are shared with the pages. */
export const MESSAGE_AREAS = ['mail', 'sms', 'order', 'pay', 'membership', 'application'] as const

/** Language, interface texts and site data for composing a message. */
export interface MessageContext {
  locale: Locale
  t: Translate<(typeof MESSAGE_AREAS)[number]>
  site: MessageSite
}

/** A labelled value. */
export interface Fact {
  label: string
  value: string
  /** The value before a change; null if unchanged. */
  previous: string | null
}

export interface TicketStub {
  tier: string
  /** Position among the valid tickets of the order, such as `1 / 2`. */
  position: string
  /** Text of the QR code. */
  code: string
}

export type MessagePart =
  | { type: 'paragraph'; text: string }
  | { type: 'code'; code: string }
  | { type: 'facts'; facts: readonly Fact[] }
  | { type: 'tickets'; tickets: readonly TicketStub[] }
  | { type: 'notes'; title: string; notes: readonly { title: string; text: string }[] }
  /** The call to action; `href` is an absolute URL. */
  | { type: 'action'; label: string; href: string }

/** An attachment. */
export interface MessageFile {
  name: string
  /** MIME type with its parameters. */
  type: string
  content: string | Buffer
}

interface ComposedMessage {
  /** Subject of the mail, and first line in the account. */
  title: string
  /** Preview text of the mail, and second line in the account. */
  summary: string
  parts: readonly MessagePart[]
  files?: readonly MessageFile[]
}

/** The content of a message, independent of the channel. */
export type MessageContent = Required<ComposedMessage>

/** An SMS. Gateways with registered templates use purpose and parameters, others the text. */
export interface SmsContent {
  purpose: SmsPurpose
  parameters: Readonly<Record<string, string>>
  text: string
}

/** A kind of message. To add one, see `docs/how-to/add-a-message.md`. */
export interface MessageKind<Name extends MessageName> {
  /** False for a kind that the account does not list. */
  isInAccount?: false
  compose: (data: MessageData[Name], context: MessageContext) => ComposedMessage
  /** Composes the SMS of an urgent message. */
  composeSms?: (data: MessageData[Name], context: MessageContext) => SmsContent
}

export type MessageKinds = { [Name in MessageName]: MessageKind<Name> }
