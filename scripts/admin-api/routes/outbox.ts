import { html } from 'hono/html'
import type { Email } from 'postal-mime'
import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import type { MessageFile } from '../messages/message.ts'
import { notFound } from '../errors.ts'
import { listMails, getOutboxFolder, readMail } from '../providers/mail/outbox-files.ts'
import { formatTime } from '../venue-time.ts'
import { embedPictures, mountMailView, PAGE_POLICY, renderPage } from './mail-view.ts'

const MAX_LISTED = 30

/** A message in the outbox; `mail` is its file name, null for an SMS. */
interface OutboxEntry {
  to: string
  text: string
  createdAt: number
  mail: string | null
}

async function listSms({ db }: Deps, to: string | undefined): Promise<OutboxEntry[]> {
  const query = db.query.selectFrom('message').selectAll().orderBy('id', 'desc').limit(MAX_LISTED)
  const rows = await (to === undefined ? query : query.where('target', '=', to)).execute()
  return rows.map(({ target, text, created_at: createdAt }) => ({
    to: target,
    text,
    createdAt,
    mail: null,
  }))
}

const readAddress = ({ to }: Email): string => to?.[0]?.address ?? ''

async function listStored({ config }: Deps, to: string | undefined): Promise<OutboxEntry[]> {
  const folder = getOutboxFolder(config.dataDir)
  const entries: OutboxEntry[] = []
  for (const name of await listMails(folder)) {
    if (entries.length === MAX_LISTED) break
    const email = await readMail(folder, name)
    if (!email || (to !== undefined && readAddress(email) !== to)) continue
    entries.push({
      to: readAddress(email),
      text: email.text ?? '',
      createdAt: Date.parse(email.date ?? ''),
      mail: name,
    })
  }
  return entries
}

/** The latest messages, newest first. @param to a phone number or e-mail address; undefined for all */
async function listEntries(deps: Deps, to: string | undefined): Promise<OutboxEntry[]> {
  const entries = [...(await listSms(deps, to)), ...(await listStored(deps, to))]
  return entries.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, MAX_LISTED)
}

const renderEntry = ({ to, text, createdAt, mail }: OutboxEntry) =>
  html`<li>
    <p class="to">${to} · ${formatTime(createdAt)}</p>
    ${
      mail === null
        ? html`<p class="text">${text}</p>`
        : html`<p class="text"><a href="/outbox/mails/${mail}">${text.split('\n')[0]}</a></p>`
    }
  </li>`

const toBuffer = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))

/** Whether an attachment is an inline picture; all others are files. */
const isPicture = ({ contentId, disposition }: Email['attachments'][number]) =>
  contentId !== undefined && disposition === 'inline'

const listFiles = ({ attachments }: Email): MessageFile[] =>
  attachments
    .filter((attachment) => !isPicture(attachment))
    .map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      content: toBuffer(content),
    }))

function renderMailHtml({ html: text = '', attachments }: Email): string {
  const pictures = attachments.filter(isPicture).map(({ contentId = '', mimeType, content }) => ({
    id: contentId.replaceAll(/^<|>$/g, ''),
    type: mimeType,
    content: toBuffer(content),
  }))
  return embedPictures(text, pictures)
}

/**
 * Pages with the messages of a test installation. Mounted only when the outbox is the messenger or mailer,
 * which production rejects.
 */
export function mountOutbox(app: App, deps: Deps): void {
  const { mail, messenger } = deps.config
  if (![mail.provider, messenger.provider].includes('outbox')) return

  app.get('/outbox', async (context) => {
    const entries = await listEntries(deps, context.req.query('to'))
    context.header('content-security-policy', PAGE_POLICY)
    // Reloads while testers wait for a code.
    context.header('refresh', '4')
    return context.html(
      renderPage(
        { zh: '测试发件箱', en: 'Test outbox' },
        html`${
            entries.length === 0 ? html`<p>还没有消息。<span lang="en">Nothing yet.</span></p>` : ''
          }
          <ol>
            ${entries.map(renderEntry)}
          </ol>
          <p>
            <a href="/outbox/messages"
              >所有消息的样子 · <span lang="en">How every message looks</span></a
            >
          </p>`,
      ),
    )
  })

  app.get('/outbox.json', async (context) => {
    const entries = await listEntries(deps, context.req.query('to'))
    return context.json(
      entries.map(({ to, text, createdAt }) => ({ to, text, created_at: createdAt })),
    )
  })

  mountMailView(app, '/outbox/mails/:name', async ({ req }) => {
    const email = await readMail(getOutboxFolder(deps.config.dataDir), req.param('name') ?? '')
    if (!email) throw notFound()
    const { subject = '', from, messageId = '', date = '', text = '' } = email
    return {
      title: { zh: '邮件', en: 'Mail' },
      head: [
        { zh: '主题', en: 'Subject', value: subject },
        { zh: '发件人', en: 'From', value: `${from?.name} <${from?.address}>` },
        { zh: '收件人', en: 'To', value: readAddress(email) },
        { zh: '时间', en: 'Date', value: date },
        { zh: '编号', en: 'Message-ID', value: messageId },
      ],
      html: renderMailHtml(email),
      text,
      files: listFiles(email),
    }
  })
}
