import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import { LOCALE_TRAITS, SITE_LOCALES } from '#i18n/locales.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import type { App } from '../http.ts'
import { composeMessage, composeSms } from '../messages/compose-message.ts'
import { loadMessageContext } from '../messages/load-context.ts'
import type { MessageName } from '../messages/message-data.ts'
import { isOptional, listChannels, MESSAGE_NAMES } from '../messages/message-kinds.ts'
import type { MessageContext } from '../messages/message.ts'
import { createSamples } from '../messages/samples.ts'
import {
  embedPictures,
  mountMailView,
  PAGE_POLICY,
  renderPage,
  type MailView,
} from './mail-view.ts'

// Previews of every message with sample data.

const CHANNEL_NAMES = {
  mail: '邮件 · Mail',
  sms: '短信 · SMS',
  account: '账户 · Account',
} as const

const STYLESHEET = new URL('outbox.css', import.meta.url)
const SAMPLE_RECIPIENT = 'member@example.org'

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
                  html` ·
                    <a href="/outbox/messages/${name}/${locale}">${LOCALE_TRAITS[locale].name}</a>`,
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

async function composeSample<K extends MessageName>(
  name: K,
  context: MessageContext,
  now: number,
): Promise<MailView> {
  const data = createSamples(context.locale, now)[name]
  const content = composeMessage(name, data, context)
  // Loads the mail renderer on demand.
  const { composeMail } = await import('../messages/mail/compose-mail.ts')
  const mail = await composeMail(content, context, {
    id: `sample-${name}`,
    to: SAMPLE_RECIPIENT,
    unsubscribeUrl: isOptional(name) ? `${context.site.url}/` : null,
    at: now,
  })
  const pictures = mail.pictures.map(({ id, png }) => ({ id, type: 'image/png', content: png }))
  return {
    title: { zh: content.title, en: `${name} · ${LOCALE_TRAITS[context.locale].name}` },
    head: [
      { zh: '渠道', en: 'Channels', value: describeChannels(name) },
      { zh: '主题', en: 'Subject', value: content.title },
      { zh: '摘要', en: 'Summary', value: content.summary },
      { zh: '短信', en: 'SMS', value: composeSms(name, data, context)?.text ?? '—' },
    ],
    html: embedPictures(mail.html, pictures),
    text: mail.text,
    files: content.files,
  }
}

/** Mounts the previews and the stylesheet of all test pages, except in production. */
export function mountMessagePreviews(app: App, deps: Deps): void {
  if (deps.config.mode === 'production') return

  // Pages of the outbox and of the payment sandbox use it, too.
  app.get('/outbox.css', (context) => {
    const type = { 'content-type': 'text/css; charset=utf-8' }
    return context.body(readFileSync(STYLESHEET, 'utf8'), 200, type)
  })

  app.get('/outbox/messages', (context) => {
    context.header('content-security-policy', PAGE_POLICY)
    return context.html(renderList())
  })

  mountMailView(app, '/outbox/messages/:name/:locale', async ({ req }) => {
    const name = MESSAGE_NAMES.find((candidate) => candidate === req.param('name'))
    const locale = SITE_LOCALES.find((candidate) => candidate === req.param('locale'))
    if (!name || !locale) throw notFound()
    return composeSample(name, await loadMessageContext(deps, locale), deps.now())
  })
}
