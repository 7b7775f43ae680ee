import type { Locale } from '#api/language.ts'
import type { Theme } from '#api/theme.ts'
import type { Translate } from '#i18n/messages.ts'
import type { SmsPurpose } from '../providers/messenger/message.ts'

/** Where a message may go: to an e-mail address, to a phone, into the list on the account page. */
export type MessageChannel = 'mail' | 'sms' | 'account'

/** The logo of a site, as a picture that every mail program shows. */
interface Logo {
  png: Buffer
  /** Size on the screen in px; the picture has twice as many. */
  width: number
  height: number
}

/** What messages show of the site that sends them, in one language. */
export interface MessageSite {
  name: string
  /** Public address without a slash at its end. */
  url: string
  phone: string | null
  email: string | null
  /** What members have of their membership. */
  membershipOffer: string
  /** The word at the head of a mail, where there is no logo. */
  mark: string
  logo: Logo | null
  theme: Theme
}

/** Areas of the interface texts that messages use: labels are those of the pages. */
export const MESSAGE_AREAS = ['mail', 'sms', 'order', 'pay', 'application'] as const

/** What a message is written with: language, texts and site of its recipient. */
export interface MessageContext {
  locale: Locale
  t: Translate<(typeof MESSAGE_AREAS)[number]>
  site: MessageSite
}

/** A labelled value; `was` is the value before a change, else null. */
export interface Fact {
  label: string
  value: string
  was: string | null
}

/** A ticket with its code. */
export interface TicketStub {
  tier: string
  /** Which one of how many: `1 / 2`. */
  position: string
  /** Text of the QR code. */
  code: string
}

interface Note {
  title: string
  text: string
}

/** A part of a message, in the order of reading. */
export type MessagePart =
  | { type: 'paragraph'; text: string }
  | { type: 'code'; code: string }
  | { type: 'facts'; facts: readonly Fact[] }
  | { type: 'tickets'; tickets: readonly TicketStub[] }
  | { type: 'notes'; title: string; notes: readonly Note[] }
  /** The one thing to do next; an absolute address. */
  | { type: 'action'; label: string; href: string }

/** A file of a message. */
export interface MessageFile {
  name: string
  /** MIME type with its parameters. */
  type: string
  content: string | Buffer
}

/** What a message says, whatever the channel. */
export interface MessageContent {
  /** Subject of the mail, and the line in the account. */
  title: string
  /** What mail programs show beside the subject, and the second line in the account. */
  summary: string
  parts: readonly MessagePart[]
  files: readonly MessageFile[]
}

/** An SMS: gateways with registered templates use purpose and parameters, others the text. */
export interface SmsContent {
  purpose: SmsPurpose
  parameters: Readonly<Record<string, string>>
  text: string
}

/** One kind of message. To add one: `docs/how-to/add-a-message.md`. */
export interface MessageKind<Data> {
  /** Whether members can switch it off; what concerns their orders and account they cannot. */
  isOptional: boolean
  /** Whether the account page lists it. */
  isInAccount: boolean
  compose: (data: Data, context: MessageContext) => MessageContent
  /** The SMS of what cannot wait until mails are read; null where a mail is enough. */
  composeSms: ((data: Data, context: MessageContext) => SmsContent) | null
}
