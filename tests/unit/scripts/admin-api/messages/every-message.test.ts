import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { stripLocale } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import type { MessageName } from '#scripts/admin-api/messages/message-data.ts'
import {
  isOptional,
  listChannels,
  MESSAGE_NAMES,
} from '#scripts/admin-api/messages/message-kinds.ts'
import { createSamples } from '#scripts/admin-api/messages/samples.ts'
import { compose, NOW, SITE_URL, UNSUBSCRIBE_URL } from '#tests/support/message-site.ts'

const composeSample = <K extends MessageName>(name: K, locale: Locale) =>
  compose(name, createSamples(locale, NOW)[name], { locale })

const CASES = SITE_LOCALES.flatMap((locale) => MESSAGE_NAMES.map((name) => [name, locale] as const))
const HAN = /\p{Script=Han}/u
/** Gmail clips longer messages: https://developers.google.com/workspace/gmail/design/css */
const MAX_HTML_BYTES = 102_000
const MAX_SUBJECT = 100

/** Number of SMS segments: UCS-2 if a character is outside the GSM alphabet; concatenation costs a header. */
function countSms(text: string): number {
  const [single, joined] = /^[\n\r -~£¥èéùìòÇØøÅåÆæßÉÄÖÑÜ§¿äöñüà…’]*$/.test(text)
    ? [160, 153]
    : [70, 67]
  return text.length <= single ? 1 : Math.ceil(text.length / joined)
}

const ROUTE_PATHS = new Set<string>(ROUTES.map(({ path }) => path))

describe.each(CASES)('%s in %s', async (name, locale) => {
  const { content, mail, sms } = await composeSample(name, locale)
  const page = parse(mail.html)
  const allText = [content.title, content.summary, mail.text, page.text, sms?.text ?? ''].join('\n')

  test('links only to pages of the site, in the language of the reader', () => {
    const links = page.querySelectorAll('a').map((link) => link.getAttribute('href') ?? '')
    expect(links.length).toBeGreaterThan(0)
    for (const link of links.filter((each) => each !== UNSUBSCRIBE_URL)) {
      const { origin, pathname } = new URL(link)
      expect(origin).toBe(SITE_URL)
      expect(ROUTE_PATHS).toContain(stripLocale(pathname))
      expect(/^\/en(\/|$)/.test(pathname)).toBe(locale === 'en')
    }
  })

  test('has no missing texts, and none in another language', () => {
    expect(allText).not.toMatch(/\{\{|\}\}|undefined|null|NaN|Invalid Date|\b[a-z]+:[a-z]+_[a-z]/)
    for (const text of [content.title, content.summary, mail.text, page.text]) {
      expect(HAN.test(text)).toBe(locale === 'zh-cn')
    }
    expect(page.querySelector('html')?.getAttribute('lang')).toBe(locale === 'en' ? 'en' : 'zh-CN')
  })

  test('has a title and a summary of one line each', () => {
    for (const line of [content.title, content.summary]) expect(line).toMatch(/^\S.*\S$/)
    expect(content.title.length).toBeLessThanOrEqual(MAX_SUBJECT)
  })

  test('has every paragraph, fact and link of the HTML in the plain text', () => {
    for (const link of page.querySelectorAll('a')) {
      const href = link.getAttribute('href') ?? ''
      expect(mail.text).toContain(href)
    }
    const visibleTexts = page
      .querySelectorAll('p, h1, h2, td')
      .map((element) => element.text.trim())
    for (const { text } of content.parts.filter((part) => part.type === 'paragraph')) {
      expect(visibleTexts).toContain(text)
      expect(mail.text).toContain(text)
    }
    for (const part of content.parts) {
      if (part.type !== 'facts') continue
      for (const { label, value } of part.facts) {
        expect(visibleTexts).toContain(label)
        expect(mail.text).toContain(`${label}${locale === 'en' ? ': ' : '：'}${value}`)
      }
    }
  })

  test('has the label of each fact as the header of its row', () => {
    const facts = content.parts.flatMap((part) => (part.type === 'facts' ? part.facts : []))
    const headers = page.querySelectorAll('th[scope="row"]').map(({ text }) => text.trim())
    expect(headers).toEqual(facts.map(({ label }) => label))
  })

  test('loads no remote resources and no trackers', () => {
    const pictures = page.querySelectorAll('img')
    expect(pictures.map((picture) => picture.getAttribute('src')).toSorted()).toEqual(
      mail.pictures.map(({ id }) => `cid:${id}`).toSorted(),
    )
    for (const picture of pictures) expect(picture.getAttribute('alt')).toMatch(/\S/)
    expect(page.querySelectorAll('link, script, iframe, object, form')).toEqual([])
    expect(mail.html).not.toMatch(/url\(|@import|@font-face/)
    expect(Buffer.byteLength(mail.html)).toBeLessThan(MAX_HTML_BYTES)
  })

  test('offers to unsubscribe from optional messages only', () => {
    expect(mail.unsubscribeUrl).toBe(isOptional(name) ? UNSUBSCRIBE_URL : null)
    expect(mail.html.includes(UNSUBSCRIBE_URL)).toBe(isOptional(name))
  })

  test("has an SMS text with the venue's name, without links, of at most two segments", () => {
    expect(listChannels(name).includes('sms')).toBe(sms !== null)
    if (!sms) return
    expect(sms.text).toContain(locale === 'en' ? 'Riverside Playhouse:' : '【河畔剧场】')
    expect(sms.text).not.toMatch(/https?:|www\./)
    expect(countSms(sms.text)).toBeLessThanOrEqual(2)
    for (const value of Object.values(sms.parameters)) expect(sms.text).toContain(value)
  })
})

test('lets members switch off reminders only', () => {
  const optional = MESSAGE_NAMES.filter(isOptional)
  expect(optional).toEqual(['membership_ending', 'show_reminder', 'course_reminder'])
})
