import { hash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Context } from 'hono'
import type { OptionalMessage } from '#api/messages.ts'
import { DEFAULT_LOCALE, LOCALE_TRAITS, SITE_LOCALES } from '#i18n/locales.ts'
import { findAcceptedLocale } from '../../lib/accepted-locale.ts'
import { renderDocument } from '../../lib/render-document.ts'
import type { Deps } from '../deps.ts'
import type { App, AppEnv } from '../http.ts'
import { loadMessageContext } from '../messages/load-context.ts'
import { createPalettes, type Palette } from '../messages/mail/palette.ts'
import type { MessageContext } from '../messages/message.ts'
import { writeChoice } from '../messages/outbox/choices.ts'
import {
  readUnsubscribeToken,
  UNSUBSCRIBE_PATH,
  type Unsubscription,
} from '../messages/outbox/unsubscribe-token.ts'
import { linkTo } from '../messages/parts.ts'

const setColours = ({ ground, card, text, quiet, line, link }: Palette): string =>
  `--ground: ${ground}; --card: ${card}; --text: ${text}; --quiet: ${quiet}; --line: ${line}; --link: ${link};`

function writeStyle({ site }: MessageContext): string {
  const { light, dark } = createPalettes(site.theme)
  return `
:root { color-scheme: light dark; ${setColours(light)} }
@media (prefers-color-scheme: dark) { :root { ${setColours(dark)} } }
body { margin: 0; padding: 10vh 20px 40px; background: var(--ground); color: var(--text); font: 1rem/1.7 Georgia, 'Songti SC', 'Noto Serif SC', serif; }
main { max-width: 32rem; margin: 0 auto; padding: 2.5rem clamp(1.5rem, 6vw, 3rem); background: var(--card); border: 1px solid var(--line); }
.site { margin: 0 0 2rem; color: var(--quiet); letter-spacing: 0.08em; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.35; font-weight: 600; }
p { margin: 0 0 1.25rem; }
button { font: inherit; min-height: 2.75rem; padding: 0.5rem 1.75rem; border: 1px solid var(--link); background: var(--link); color: var(--card); cursor: pointer; }
button:hover { background: none; color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; }
a { color: var(--link); }
.links { margin: 2rem 0 0; display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; }
`
}

type Page =
  | { state: 'question' | 'done'; message: OptionalMessage; token: string }
  | { state: 'invalid' }

function renderBody(page: Page, { t, site: { name: venue } }: MessageContext) {
  if (page.state === 'invalid') {
    return html`<h1>${t('mail:unsubscribe_invalid')}</h1>
      <p>${t('mail:unsubscribe_invalid_text')}</p>`
  }
  const message = t(`mail:optional_${page.message}`)
  if (page.state === 'done') {
    return html`<h1>${t('mail:unsubscribed')}</h1>
      <p>${t('mail:unsubscribed_text', { venue, message })}</p>`
  }
  const action = `${UNSUBSCRIBE_PATH}?${new URLSearchParams({ token: page.token })}`
  return html`<h1>${t('mail:unsubscribe_question', { message })}</h1>
    <p>${t('mail:unsubscribe_text', { venue })}</p>
    <form method="post" action="${action}">
      <input type="hidden" name="List-Unsubscribe" value="One-Click" />
      <button>${t('mail:unsubscribe')}</button>
    </form>`
}

function renderPage(page: Page, context: MessageContext, style: string) {
  const { t, locale, site } = context
  const title = page.state === 'done' ? t('mail:unsubscribed') : t('mail:unsubscribe')
  return renderDocument({
    lang: LOCALE_TRAITS[locale].htmlLang,
    title: `${title} · ${site.name}`,
    head: html`<link rel="icon" href="data:," /> ${raw(`<style>${style}</style>`)}`,
    body: html`<main>
      <p class="site">${site.name}</p>
      ${renderBody(page, context)}
      <p class="links">
        <a href="${linkTo('/user/user', context)}">${t('mail:choose')}</a>
        <a href="${linkTo('/', context)}">${t('mail:to_site')}</a>
      </p>
    </main>`,
  })
}

/**
 * Unsubscribes a member from a kind of mail, by the token in the mail. Mail clients post directly (one-click,
 * RFC 8058); the page asks for confirmation, since mail scanners follow every link.
 */
export function mountUnsubscribe(app: App, deps: Deps): void {
  const { db, secrets, now } = deps

  /** The member of a token, who is not logged in here. */
  const findMember = ({ userId }: Unsubscription) =>
    db.query
      .selectFrom('user')
      .select(['lang', 'disabled'])
      .where('id', '=', userId)
      .executeTakeFirst()

  async function respond(context: Context<AppEnv>, isPost: boolean): Promise<Response> {
    const token = context.req.query('token') ?? ''
    const unsubscription = readUnsubscribeToken(secrets, token)
    const member = unsubscription ? await findMember(unsubscription) : undefined
    const accepted = findAcceptedLocale(context.req.header('accept-language'), SITE_LOCALES)
    const lang = member?.lang ?? accepted ?? DEFAULT_LOCALE
    const texts = await loadMessageContext(deps, lang, { showsLogo: false })
    // An account that was removed, or that a restored database lacks, receives no mails anyway.
    if (unsubscription && isPost && member?.disabled === 0) {
      const choice = { ...unsubscription, channel: 'mail', isOn: false, now: now() } as const
      await db.transaction((trx) => writeChoice(trx, choice))
    }
    const page: Page = unsubscription
      ? { state: isPost ? 'done' : 'question', message: unsubscription.message, token }
      : { state: 'invalid' }
    const style = writeStyle(texts)
    context.header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    return context.html(renderPage(page, texts, style), unsubscription ? 200 : 404)
  }

  app.get(UNSUBSCRIBE_PATH, (context) => respond(context, false))
  app.post(UNSUBSCRIBE_PATH, (context) => respond(context, true))
}
