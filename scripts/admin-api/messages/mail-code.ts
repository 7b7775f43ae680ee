import type { Locale } from '#api/language.ts'
import type { Deps } from '../deps.ts'
import { composeMessage, createContext } from './compose-message.ts'
import { loadMessageSite } from './load-site.ts'
import type { MessageData } from './message-data.ts'

interface CodeMail {
  to: string
  /** Id of the code. */
  id: number
  data: MessageData['login_code']
  lang: Locale
  /** Epoch ms. */
  now: number
}

/** Sends a code by mail at once, without the outbox, because the visitor waits for it. @throws MailError */
export async function mailCode(
  { db, config, files, mailer }: Pick<Deps, 'db' | 'config' | 'files' | 'mailer'>,
  { to, id, data, lang, now }: CodeMail,
): Promise<void> {
  const context = createContext(await loadMessageSite(db.query, { config, files }, lang), lang)
  const content = composeMessage('login_code', data, context)
  const { composeMail } = await import('./mail/compose-mail.ts')
  const envelope = { id: `code-${id}`, to, unsubscribeUrl: null, at: now }
  await mailer.send(await composeMail(content, context, envelope))
}
