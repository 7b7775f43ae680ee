import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'

/** Headers other than addresses and subject. */
function listHeaders({ lang, unsubscribeUrl }: Mail): Record<string, string> {
  return {
    // Suppress out-of-office replies: RFC 3834, and Exchange's own header.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': lang,
    ...(unsubscribeUrl !== null && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      // One-click unsubscribe in the mail client (RFC 8058).
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

/** Converts a mail to options of nodemailer. @param from address of the sender */
export function createMailOptions(mail: Mail, from: string): SendMailOptions {
  return {
    messageId: `<${mail.id}@${mail.host}>`,
    date: new Date(mail.at),
    from: { name: mail.fromName, address: from },
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== null && { replyTo: { name: mail.fromName, address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: listHeaders(mail),
    attachments: [
      ...mail.pictures.map(({ id, png }) => ({
        cid: id,
        filename: `${id}.png`,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
        content: png,
      })),
      ...mail.files.map(({ name, type, content }) => ({
        filename: name,
        contentType: type,
        contentDisposition: 'attachment' as const,
        content,
      })),
    ],
    xMailer: false,
    // All content is in memory; nodemailer must not read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
