import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail.ts'

/** Headers beside those of the addresses. */
function listHeaders({ lang, unsubscribeUrl }: Mail): Record<string, string> {
  return {
    // RFC 3834: no out-of-office note replies to it; the second one is Exchange's.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': lang,
    ...(unsubscribeUrl !== null && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      // RFC 8058: one click in the mail program is enough.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

/** A mail as nodemailer takes it. @param from address of the sender */
export function describeMail(mail: Mail, from: string): SendMailOptions {
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
    // What a mail is made of is in memory: nothing is read from disk or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
