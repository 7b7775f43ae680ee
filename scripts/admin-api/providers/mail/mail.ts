import type { MessageFile } from '../../messages/message.ts'

/** A picture inside a mail: `cid:<id>` in its HTML. */
export interface MailPicture {
  id: string
  png: Buffer
}

/** A mail that is ready to be sent. */
export interface Mail {
  /** Stable for one event and recipient: a mail that is sent twice has one `Message-ID`. */
  id: string
  /** Name of the site's host, the second half of the `Message-ID`. */
  host: string
  to: string
  fromName: string
  /** Where replies go; null: to the sender. */
  replyTo: string | null
  /** BCP 47 */
  lang: string
  subject: string
  html: string
  text: string
  pictures: readonly MailPicture[]
  files: readonly MessageFile[]
  /** Where one click unsubscribes; null for mails that are always sent. */
  unsubscribeUrl: string | null
  /** Epoch ms. */
  at: number
}

/**
 * Why a mail was not sent. `recipient`: this address is refused for good. `message`: this mail is refused
 * for good. `settings`: the server refuses us. `temporary`: the same mail may be accepted later.
 */
export type MailFault = 'recipient' | 'message' | 'settings' | 'temporary'

/** A fault of sending. Its message names no recipient: it is logged. */
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
  /** Connects and logs in without sending. @throws MailError */
  check(): Promise<void>
  /** Ends connections that are kept open. */
  close(): void
}
