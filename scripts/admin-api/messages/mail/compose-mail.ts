import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { render } from 'react-email'
import sharp from 'sharp'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { Mail, MailPicture } from '../../providers/mail/mail.ts'
import type { MessageContent, MessageContext } from '../message.ts'
import { composeFooter } from './footer.ts'
import { renderMail, LOGO_ID, getTicketContentId } from './layout.ts'
import { writePlainText } from './plain-text.ts'

/** px; twice the displayed size. */
const WIDTH = 360

/**
 * Renders a QR code as PNG, because many mail clients do not display SVG. The white quiet zone keeps it
 * scannable in dark mode. Error correction level M, as on the site.
 */
async function renderQrCode(text: string): Promise<Buffer> {
  const svg = renderToStaticMarkup(
    createElement(QRCodeSVG, {
      value: text,
      size: WIDTH,
      level: 'M',
      marginSize: 4,
      xmlns: 'http://www.w3.org/2000/svg',
    }),
  )
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 2 }).toBuffer()
}

async function renderPictures(
  { parts }: MessageContent,
  { site: { logo } }: MessageContext,
): Promise<MailPicture[]> {
  const tickets = parts.flatMap((part) => (part.type === 'tickets' ? part.tickets : []))
  const codes = await Promise.all(
    tickets.map(async ({ code }, index) => ({
      id: getTicketContentId(index),
      png: await renderQrCode(code),
    })),
  )
  return logo ? [{ id: LOGO_ID, png: logo.png }, ...codes] : codes
}

interface Envelope {
  /** Stable per message and recipient, so that retries have the same id. */
  id: string
  to: string
  /** URL for one-click unsubscribe (RFC 8058); null for mandatory mails. */
  unsubscribeUrl: string | null
  /** Epoch ms. */
  at: number
}

/** Renders a message as a mail: HTML and plain text, with its pictures and files. */
export async function composeMail(
  content: MessageContent,
  context: MessageContext,
  envelope: Envelope,
): Promise<Mail> {
  const { site, locale } = context
  const footer = composeFooter(context, envelope.unsubscribeUrl)
  return {
    ...envelope,
    host: new URL(site.url).hostname,
    lang: LOCALE_TRAITS[locale].htmlLang,
    fromName: site.name,
    replyTo: site.email,
    subject: content.title,
    html: await render(renderMail(content, footer, context)),
    text: writePlainText(content, footer, context),
    pictures: await renderPictures(content, context),
    files: content.files,
  }
}
