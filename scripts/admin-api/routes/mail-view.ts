import { create as createDisposition } from 'content-disposition'
import { html } from 'hono/html'
import type { Context } from 'hono'
import { renderDocument } from '../../lib/render-document.ts'
import type { MessageFile } from '../messages/message.ts'
import { notFound } from '../errors.ts'
import type { App, AppEnv } from '../http.ts'

// Views of mails for the outbox of a test installation.

/** Pages show mails in frames and run no scripts. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
/** Mails have inline styles and embedded pictures, and may open links in new windows. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

interface Picture {
  id: string
  type: string
  content: Buffer
}

/** Replaces the `cid:` URLs in a mail's HTML with data URLs, so that browsers show its pictures. */
export const embedPictures = (text: string, pictures: readonly Picture[]): string =>
  pictures.reduce(
    (page, { id, type, content }) =>
      page.replaceAll(`cid:${id}"`, `data:${type};base64,${content.toString('base64')}"`),
    text,
  )

const FRAMES = [
  { width: 'wide', scheme: 'light', zh: '电脑，浅色', en: 'Computer, light' },
  { width: 'wide', scheme: 'dark', zh: '电脑，深色', en: 'Computer, dark' },
  { width: 'phone', scheme: 'light', zh: '手机，浅色', en: 'Phone, light' },
  { width: 'phone', scheme: 'dark', zh: '手机，深色', en: 'Phone, dark' },
] as const

export interface MailView {
  title: { zh: string; en: string }
  /** Headers of the mail: labels in both languages, and values. */
  head: readonly { zh: string; en: string; value: string }[]
  html: string
  text: string
  files: readonly MessageFile[]
}

/** Shows a mail as on computers and phones, light and dark, with its plain text and attachments. */
const renderView = ({ title, head, text, files }: MailView, address: string) =>
  renderPage(
    title,
    html`<dl>
        ${head.map(
          ({ zh, en, value }) =>
            html`<dt>${zh} · <span lang="en">${en}</span></dt>
              <dd>${value}</dd>`,
        )}
        ${files.map(
          ({ name }, index) =>
            html`<dt>附件 · <span lang="en">File</span></dt>
              <dd><a href="${address}/files/${index}">${name}</a></dd>`,
        )}
      </dl>
      <div class="frames">
        ${FRAMES.map(
          ({ width, scheme, zh, en }) =>
            html`<figure class="${width}">
              <figcaption>${zh} · <span lang="en">${en}</span></figcaption>
              <iframe src="${address}/html?scheme=${scheme}" title="${zh} · ${en}"></iframe>
            </figure>`,
        )}
      </div>
      <h2>纯文本 · <span lang="en">Plain text</span></h2>
      <pre>${text}</pre>`,
  )

/** Mounts the view of a mail, the mail as a document for the frames of the view, and its attachments. */
export function mountMailView(
  app: App,
  path: string,
  find: (context: Context<AppEnv>) => Promise<MailView>,
): void {
  app.get(path, async (context) => {
    const view = await find(context)
    context.header('content-security-policy', PAGE_POLICY)
    return context.html(renderView(view, context.req.path))
  })

  app.get(`${path}/html`, async (context) => {
    const view = await find(context)
    // Overrides the colour scheme of the browser.
    const media = context.req.query('scheme') === 'dark' ? 'all' : 'not all'
    context.header('content-security-policy', MAIL_POLICY)
    return context.html(view.html.replaceAll('(prefers-color-scheme: dark)', media))
  })

  app.get(`${path}/files/:index`, async (context) => {
    const { files } = await find(context)
    const file = files[Number(context.req.param('index'))]
    if (!file) throw notFound()
    context.header('content-type', file.type)
    context.header('content-disposition', createDisposition(file.name))
    return context.body(new Uint8Array(Buffer.from(file.content)))
  })
}

/** Renders a page of the outbox. */
export const renderPage = ({ zh, en }: { zh: string; en: string }, body: unknown) =>
  renderDocument({
    lang: 'zh-CN',
    title: `${zh} · ${en}`,
    head: html`<link rel="stylesheet" href="/outbox.css" />`,
    body: html`<p class="mark">
        仅供测试：这里的短信与邮件没有真正发出。
        <span lang="en">Test only: nothing here was really sent.</span>
      </p>
      <h1>${zh}</h1>
      <p lang="en">${en}</p>
      ${body}`,
  })
