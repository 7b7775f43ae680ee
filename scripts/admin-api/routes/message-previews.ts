import { html } from 'hono/html'
import type { Context } from 'hono'
import { LOCALE_TRAITS, SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import type { Deps } from '../deps.ts'
import { RequestError } from '../errors.ts'
import type { App, AppEnv } from '../http.ts'
import { composeMessage, composeSms, createContext } from '../messages/compose-message.ts'
import { loadMessageSite } from '../messages/load-site.ts'
import type { MessageName } from '../messages/message-data.ts'
import { isOptional, listChannels, MESSAGE_NAMES } from '../messages/message-kinds.ts'
import type { MessageContent, MessageContext, SmsContent } from '../messages/message.ts'
import { createSamples } from '../messages/samples.ts'
import {
  respondWithFile,
  respondWithMail,
  embedPictures,
  PAGE_POLICY,
  renderMail,
  renderPage,
} from './mail-view.ts'

// Previews of every message with sample data.

const CHANNEL_NAMES = {
  mail: '邮件 · Mail',
  sms: '短信 · SMS',
  account: '账户 · Account',
} as const

const SAMPLE_RECIPIENT = 'member@example.org'

const addressOf = (name: MessageName, locale: Locale) => `/outbox/messages/${name}/${locale}`

const renderList = () =>
  renderPage(
    { zh: '所有消息的样子', en: 'How every message looks' },
    html`<ol>
      ${MESSAGE_NAMES.map(
        (name) =>
          html`<li>
            <p class="text">
              ${name}
              ${SITE_LOCALES.map(
                (locale) =>
                  html` · <a href="${addressOf(name, locale)}">${LOCALE_TRAITS[locale].name}</a>`,
              )}
            </p>
            <p class="to">${describeChannels(name)}</p>
          </li>`,
      )}
    </ol>`,
  )

function describeChannels(name: MessageName): string {
  const channels = listChannels(name).map((channel) => CHANNEL_NAMES[channel])
  const choice = isOptional(name) ? '可关闭 · Optional' : '总会发送 · Always sent'
  return [...channels, choice].join('　')
}

interface Preview {
  name: MessageName
  context: MessageContext
  content: MessageContent
  sms: SmsContent | null
}

function composeSample<K extends MessageName>(
  name: K,
  context: MessageContext,
  now: number,
): Preview {
  const data = createSamples(context.locale, now)[name]
  return {
    name,
    context,
    content: composeMessage(name, data, context),
    sms: composeSms(name, data, context),
  }
}

/** Loads the mail renderer on demand. */
async function composeSampleMail({ name, content, context }: Preview, now: number) {
  const { composeMail } = await import('../messages/mail/compose-mail.ts')
  return composeMail(content, context, {
    id: `sample-${name}`,
    to: SAMPLE_RECIPIENT,
    unsubscribeUrl: isOptional(name) ? `${context.site.url}/` : null,
    at: now,
  })
}

function renderPreview({ name, content, context: { locale }, sms }: Preview, text: string) {
  const address = addressOf(name, locale)
  return renderPage(
    { zh: content.title, en: `${name} · ${LOCALE_TRAITS[locale].name}` },
    renderMail({
      head: [
        { zh: '渠道', en: 'Channels', value: describeChannels(name) },
        { zh: '主题', en: 'Subject', value: content.title },
        { zh: '摘要', en: 'Summary', value: content.summary },
        { zh: '短信', en: 'SMS', value: sms?.text ?? '—' },
      ],
      address: `${address}/html`,
      text,
      files: content.files.map((file, index) => ({
        name: file.name,
        address: `${address}/files/${index}`,
      })),
    }),
  )
}

/** Mounts the previews, except in production. */
export function mountMessagePreviews(app: App, { db, config, files, now }: Deps): void {
  if (config.mode === 'production') return

  const compose = async (context: Context<AppEnv>): Promise<Preview> => {
    const name = MESSAGE_NAMES.find((candidate) => candidate === context.req.param('name'))
    const locale = SITE_LOCALES.find((candidate) => candidate === context.req.param('locale'))
    if (!name || !locale) throw new RequestError('not_found')
    const site = await loadMessageSite(db.query, { config, files }, locale)
    return composeSample(name, createContext(site, locale), now())
  }

  app.get('/outbox/messages', (context) => {
    context.header('content-security-policy', PAGE_POLICY)
    return context.html(renderList())
  })

  app.get('/outbox/messages/:name/:locale', async (context) => {
    const preview = await compose(context)
    const { text } = await composeSampleMail(preview, now())
    context.header('content-security-policy', PAGE_POLICY)
    return context.html(renderPreview(preview, text))
  })

  app.get('/outbox/messages/:name/:locale/html', async (context) => {
    const mail = await composeSampleMail(await compose(context), now())
    const pictures = mail.pictures.map(({ id, png }) => ({ id, type: 'image/png', content: png }))
    return respondWithMail(context, embedPictures(mail.html, pictures))
  })

  app.get('/outbox/messages/:name/:locale/files/:index', async (context) => {
    const { content } = await compose(context)
    return respondWithFile(context, content.files[Number(context.req.param('index'))])
  })
}
