import { createElement as h, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from 'react-email'
import { formatTicketCode } from '#i18n/format.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { Fact, MessageContent, MessageContext, MessagePart, TicketStub } from '../message.ts'
import { linkTo } from '../parts.ts'
import type { Footer } from './footer.ts'
import { createPalettes, writeStyles } from './palette.ts'

// The layout of all mails. Node can strip types but not transform JSX, hence `createElement`.

const SERIF = "'Source Serif 4', Georgia, 'Noto Serif SC', 'Songti SC', SimSun, serif"
const QR_SIZE = 180

/** Content ids of the pictures in a mail. */
export const LOGO_ID = 'logo'
export const getTicketContentId = (index: number): string => `ticket-${index + 1}`

type Styles = ReturnType<typeof createStyles>

function createStyles({ site: { theme } }: MessageContext) {
  const { ground, card, text, quiet, line, link } = createPalettes(theme).light
  const font: CSSProperties = { fontFamily: SERIF, fontSize: '16px', lineHeight: '26px' }
  return {
    body: { ...font, margin: 0, padding: 0, backgroundColor: ground, color: text },
    head: {
      backgroundColor: theme.ink,
      borderBottom: `3px solid ${theme.highlight}`,
      padding: '22px 32px',
    },
    mark: { ...font, margin: 0, color: theme.paper, fontSize: '20px', letterSpacing: '0.08em' },
    main: { backgroundColor: card, border: `1px solid ${line}`, borderTop: 0, padding: '32px' },
    title: {
      ...font,
      margin: '0 0 18px',
      color: text,
      fontSize: '28px',
      lineHeight: '36px',
      // Do not break Chinese words such as weekdays, unless a word is longer than a line.
      wordBreak: 'keep-all',
      overflowWrap: 'anywhere',
    },
    text: { ...font, margin: '0 0 16px', color: text },
    code: {
      ...font,
      margin: '20px 0',
      color: text,
      fontSize: '36px',
      lineHeight: '44px',
      letterSpacing: '0.2em',
    },
    facts: { margin: '24px 0', borderTop: `1px solid ${line}` },
    label: {
      width: '34%',
      padding: '9px 12px 9px 0',
      borderBottom: `1px solid ${line}`,
      fontWeight: 'normal',
    },
    value: { padding: '9px 0', borderBottom: `1px solid ${line}` },
    small: { ...font, margin: 0, color: quiet, fontSize: '14px', lineHeight: '22px' },
    fact: { ...font, margin: 0, color: text, lineHeight: '24px' },
    previous: { color: quiet, fontSize: '14px' },
    ticket: { margin: '0 0 16px', border: `1px dashed ${theme.highlight}` },
    stub: { padding: '20px', verticalAlign: 'top' },
    stubCode: { width: `${QR_SIZE + 20}px`, padding: '20px 20px 20px 0' },
    tier: { ...font, margin: '0 0 4px', color: text, fontSize: '20px' },
    serial: {
      ...font,
      margin: '12px 0 0',
      color: quiet,
      fontFamily: "Menlo, Consolas, 'Courier New', monospace",
      fontSize: '12px',
      lineHeight: '18px',
      wordBreak: 'break-word',
    },
    button: {
      ...font,
      margin: '8px 0 24px',
      padding: '13px 28px',
      backgroundColor: theme.accent,
      color: theme.paper,
    },
    noteTitle: { ...font, margin: '0 0 8px', color: text, fontSize: '18px' },
    rule: { margin: '24px 0', borderTop: `1px solid ${line}` },
    link: { color: link, textDecoration: 'underline' },
    foot: { padding: '24px 32px 40px' },
  } as const satisfies Record<string, CSSProperties>
}

function renderFact(
  { label, value, previous }: Fact,
  key: number,
  style: Styles,
  { t }: MessageContext,
) {
  const change = previous !== null && [
    h('br', { key: 'break' }),
    h(
      'span',
      { key: 'previous', className: 'quiet', style: style.previous },
      `${t('mail:was')} `,
      h('s', null, previous),
    ),
  ]
  return h(
    'tr',
    { key },
    h(
      'th',
      { className: 'line', style: style.label, scope: 'row', align: 'left', valign: 'top' },
      h(Text, { className: 'quiet', style: style.small }, label),
    ),
    h(
      'td',
      { className: 'line', style: style.value, valign: 'top' },
      h(Text, { className: 'text', style: style.fact }, value, change),
    ),
  )
}

/** A table with row headers, so that screen readers relate label and value. */
const renderFacts = (facts: readonly Fact[], style: Styles, context: MessageContext) =>
  h(
    'table',
    { className: 'line', width: '100%', cellPadding: 0, cellSpacing: 0, style: style.facts },
    h(
      'tbody',
      null,
      facts.map((fact, index) => renderFact(fact, index, style, context)),
    ),
  )

function renderTicket(ticket: TicketStub, index: number, style: Styles, { t }: MessageContext) {
  const { tier, position, code } = ticket
  const texts = h(
    Column,
    { key: 'texts', className: 'stack', style: style.stub },
    h(Text, { className: 'text', style: style.tier }, tier),
    h(Text, { className: 'quiet', style: style.small }, position),
    h(Text, { className: 'quiet', style: style.serial }, formatTicketCode(code)),
  )
  const picture = h(
    Column,
    { key: 'picture', className: 'stack stack-code', style: style.stubCode },
    h(Img, {
      src: `cid:${getTicketContentId(index)}`,
      width: QR_SIZE,
      height: QR_SIZE,
      style: { marginLeft: 'auto' },
      alt: t('mail:ticket_alt', { tier, position }),
      // Prevents React from adding preload links, which are useless in mails.
      fetchPriority: 'low',
    }),
  )
  return h(Row, { key: code, style: style.ticket, children: [texts, picture] })
}

function renderPart(part: MessagePart, style: Styles, context: MessageContext): ReactNode {
  switch (part.type) {
    case 'paragraph':
      return h(Text, { className: 'text', style: style.text }, part.text)
    case 'code':
      return h(Text, { className: 'text', style: style.code }, part.code)
    case 'facts':
      return renderFacts(part.facts, style, context)
    case 'tickets':
      return part.tickets.map((ticket, index) => renderTicket(ticket, index, style, context))
    case 'notes':
      return [
        h(Hr, { key: 'rule', className: 'line', style: style.rule }),
        h(
          Heading,
          { key: 'title', as: 'h2', className: 'text', style: style.noteTitle },
          part.title,
        ),
        ...part.notes.map(({ title, text }) =>
          h(
            Text,
            { key: title, className: 'quiet', style: { ...style.small, margin: '0 0 10px' } },
            h('strong', null, title),
            h('br'),
            text,
          ),
        ),
      ]
    case 'action':
      return h(Button, { href: part.href, style: style.button }, part.label)
  }
}

function renderHead(context: MessageContext, style: Styles) {
  const { mark, name, logo } = context.site
  const brand = logo
    ? h(Img, {
        src: `cid:${LOGO_ID}`,
        width: logo.width,
        height: logo.height,
        alt: name,
        fetchPriority: 'low',
      })
    : h(Text, { style: style.mark }, mark)
  return h(
    Section,
    { className: 'pad', style: style.head },
    h(Link, { href: linkTo('/', context), style: { textDecoration: 'none' } }, brand),
  )
}

function renderFooter({ lines, links }: Footer, style: Styles) {
  return h(
    Section,
    { className: 'pad', style: style.foot },
    lines.map((line) => h(Text, { key: line, className: 'quiet', style: style.small }, line)),
    h(
      Text,
      { className: 'quiet', style: style.small },
      links.flatMap(({ label, href }, index) => [
        index > 0 && ' · ',
        h(Link, { key: label, href, className: 'link', style: style.link }, label),
      ]),
    ),
  )
}

/** Creates the React element of a mail. */
export function renderMail(
  { title, summary, parts }: MessageContent,
  footer: Footer,
  context: MessageContext,
): ReactElement {
  const style = createStyles(context)
  const { dark } = createPalettes(context.site.theme)
  return h(
    Html,
    { lang: LOCALE_TRAITS[context.locale].htmlLang },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, writeStyles(dark)),
    ),
    h(Preview, null, summary),
    h(
      Body,
      { className: 'ground', style: style.body },
      h(
        Container,
        { style: { maxWidth: '600px' } },
        renderHead(context, style),
        h(
          Section,
          { className: 'card pad', style: style.main },
          h(Heading, { as: 'h1', className: 'text title', style: style.title }, title),
          parts.map((part, index) => h('div', { key: index }, renderPart(part, style, context))),
        ),
        renderFooter(footer, style),
      ),
    ),
  )
}
