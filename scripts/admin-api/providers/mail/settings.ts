import * as v from 'valibot'
import type { RequiredSettings, SettingValues } from '../require-settings.ts'

const EXPECTED_URL = 'expected an address like smtps://user:password@smtp.example.org'

/** Environment variables of mail. */
export const MAIL_SETTINGS = {
  MAIL_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => {
        const url = URL.parse(text)
        return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
      }, EXPECTED_URL),
    ),
  ),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.email('expected an e-mail address such as tickets@example.org')),
  ),
}

/**
 * How mails are sent: by an SMTP server, to the outbox page of a test installation, or not at all; members then
 * read messages only in their account.
 */
export type MailConfig =
  | { provider: 'smtp'; url: string; from: string }
  | { provider: 'outbox'; from: string }
  | { provider: 'none' }

type Variables = SettingValues<typeof MAIL_SETTINGS> & {
  NODE_ENV: 'development' | 'test' | 'production'
}

const TEST_SENDER = 'outbox@localhost.test'

/** Reads the configuration of mail; `MAIL_RULE` has rejected an incomplete one. */
export function readMail({ NODE_ENV, MAIL_URL: url, MAIL_FROM: from }: Variables): MailConfig {
  if (url !== undefined && from !== undefined) return { provider: 'smtp', url, from }
  if (NODE_ENV === 'production') return { provider: 'none' }
  return { provider: 'outbox', from: from ?? TEST_SENDER }
}

/** Required variables. Production also rejects MAIL_FROM without MAIL_URL, since no mail would be sent. */
export const MAIL_RULE: RequiredSettings = {
  isUsed: (read) =>
    read('MAIL_URL') !== undefined ||
    (read('NODE_ENV') === 'production' && read('MAIL_FROM') !== undefined),
  required: {
    MAIL_URL: EXPECTED_URL,
    MAIL_FROM: 'expected the sender address of mails',
    SITE_URL: 'expected the public address of the site, for links in mails',
  },
}
