import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeFileAtomically } from '../../../lib/write-file-atomically.ts'
import type { Mailer } from './mail.ts'
import { describeMail } from './mime.ts'
import { listMails } from './outbox-files.ts'

const MAX_STORED = 200

/**
 * Stores mails for the outbox page of a test installation, byte for byte as a server would get them, and
 * sends nothing. Mail programs open the files too.
 */
export function createOutboxMailer({ folder, from }: { folder: string; from: string }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let counter = 0
  return {
    async send(mail) {
      const { message } = await transport.sendMail(describeMail(mail, from))
      if (!Buffer.isBuffer(message)) throw new Error('the mail was not buffered')
      counter += 1
      const [time, number] = [String(mail.at).padStart(14, '0'), String(counter).padStart(6, '0')]
      const name = `${time}-${number}-${randomBytes(3).toString('hex')}.eml`
      await writeFileAtomically(join(folder, name), message)
      const old = (await listMails(folder)).slice(MAX_STORED)
      await Promise.all(old.map((each) => rm(join(folder, each), { force: true })))
    },
    check: () => Promise.resolve(),
    close() {},
  }
}
