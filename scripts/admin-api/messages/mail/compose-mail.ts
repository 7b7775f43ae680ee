import { render } from 'react-email'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { Mail, MailPicture } from '../../providers/mail/mail.ts'
import type { MessageContent, MessageContext } from '../message.ts'
import { composeFooter } from './footer.ts'
import { drawMail, LOGO_ID, ticketId } from './layout.ts'
import { writePlainText } from './plain-text.ts'
import { drawQrCode } from './qr-image.ts'

async function drawPictures(
  { parts }: MessageContent,
  { site: { logo } }: MessageContext,
): Promise<MailPicture[]> {
  const tickets = parts.flatMap((part) => (part.type === 'tickets' ? part.tickets : []))
  const codes = await Promise.all(
    tickets.map(async ({ code }, index) => ({ id: ticketId(index), png: await drawQrCode(code) })),
  )
  return logo ? [{ id: LOGO_ID, png: logo.png }, ...codes] : codes
}

/** How a mail is addressed. */
interface Envelope {
  /** Stable for one event and recipient: a mail that is sent twice has one number. */
  id: string
  to: string
  /** Where one click unsubscribes (RFC 8058); null for mails that are always sent. */
  unsubscribeUrl: string | null
  /** Epoch ms. */
  at: number
}

/** Sets a message as a mail: HTML and plain text, with its pictures and files. */
export async function composeMail(
  content: MessageContent,
  context: MessageContext,
  envelope: Envelope,
): Promise<Mail> {
  const { title, summary, parts, files } = content
  const { site, locale } = context
  const footer = composeFooter(context, envelope.unsubscribeUrl)
  return {
    ...envelope,
    host: new URL(site.url).hostname,
    lang: LOCALE_TRAITS[locale].htmlLang,
    fromName: site.name,
    replyTo: site.email,
    subject: title,
    html: await render(drawMail({ title, summary, parts, footer, context })),
    text: writePlainText(content, footer, context),
    pictures: await drawPictures(content, context),
    files,
  }
}
