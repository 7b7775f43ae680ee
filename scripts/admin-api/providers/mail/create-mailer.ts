import { MailError, type Mailer } from './mail.ts'
import { getOutboxFolder } from './outbox-files.ts'
import type { MailConfig } from './settings.ts'

/** The mailer of an installation without mail; every call to send fails. */
const NO_MAILER: Mailer = {
  send: () => Promise.reject(new MailError('settings', 'MAIL_URL is not set')),
  close() {},
}

/** Creates the configured mailer. Libraries are loaded on demand. */
export async function createMailer(config: MailConfig, dataDir: string): Promise<Mailer> {
  switch (config.provider) {
    case 'smtp':
      return (await import('./smtp.ts')).createSmtpMailer(config)
    case 'outbox': {
      const { createOutboxMailer } = await import('./outbox.ts')
      return createOutboxMailer({ folder: getOutboxFolder(dataDir), from: config.from })
    }
    case 'none':
      return NO_MAILER
  }
}
