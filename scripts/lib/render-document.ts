import { html } from 'hono/html'

export type Html = ReturnType<typeof html>

interface PageDocument {
  /** BCP 47 language of the page. */
  lang: string
  title: string
  /** Style sheets and scripts. */
  head: unknown
  body: unknown
  bodyClass?: string
}

/** Renders a page that is not part of the site. Search engines do not index it. */
export const renderDocument = ({ lang, title, head, body, bodyClass = '' }: PageDocument): Html =>
  html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${head}
      </head>
      <body class="${bodyClass}">
        ${body}
      </body>
    </html>`
