import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeFileAtomically } from '../../../lib/write-file-atomically.ts'
import type { Mailer } from './mail.ts'
import { createMailOptions } from './mime.ts'
import { listMails } from './outbox-files.ts'

const MAX_STORED = 200

/**
 * Stores mails for the outbox page of a test installation and sends nothing. The files are complete MIME
 * messages that mail clients can open.
 */
export function createOutboxMailer({ folder, from }: { folder: string; from: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let counter = 0
  return {
    async send(mail) {
      const { message } = await transport.sendMail(createMailOptions(mail, from))
      if (!Buffer.isBuffer(message)) throw new Error('the mail was not buffered')
      counter += 1
      const [time, number] = [String(mail.at).padStart(14, '0'), String(counter).padStart(6, '0')]
      const name = `${time}-${number}-${randomBytes(3).toString('hex')}.eml`
      await writeFileAtomically(join(folder, name), message)
      const excess = (await listMails(folder)).slice(MAX_STORED)
      await Promise.all(excess.map((oldName) => rm(join(folder, oldName), { force: true })))
    },
    close() {},
  }
}
