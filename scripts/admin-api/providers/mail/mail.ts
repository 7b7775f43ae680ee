import type { MessageFile } from '../../messages/message.ts'

/** An inline picture of a mail, referenced as `cid:<id>` in its HTML. */
export interface MailPicture {
  id: string
  png: Buffer
}

/** A mail that is ready to be sent. */
export interface Mail {
  /** Stable per event and recipient, so that a repeated mail has the same `Message-ID`. */
  id: string
  /** Host name of the site, the second half of the `Message-ID`. */
  host: string
  to: string
  fromName: string
  /** Reply address; null for the sender's address. */
  replyTo: string | null
  /** BCP 47 */
  lang: string
  subject: string
  html: string
  text: string
  pictures: readonly MailPicture[]
  files: readonly MessageFile[]
  /** One-click unsubscribe URL; null for mails that cannot be unsubscribed. */
  unsubscribeUrl: string | null
  /** Epoch ms. */
  at: number
}

/**
 * Why a mail was not sent. `recipient`: the address is permanently rejected. `message`: the mail is permanently
 * rejected. `settings`: the server rejects our account or sender. `temporary`: a retry may succeed.
 */
export type MailFault = 'recipient' | 'message' | 'settings' | 'temporary'

/** A mail could not be sent. The message is logged, so it must not contain the recipient. */
export class MailError extends Error {
  override name = 'MailError'
  readonly fault: MailFault

  constructor(fault: MailFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** Sends mails. */
export interface Mailer {
  /** @throws MailError */
  send(mail: Mail): Promise<void>
  /** Closes idle connections. */
  close(): void
}
