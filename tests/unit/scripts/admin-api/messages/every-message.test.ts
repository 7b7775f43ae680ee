import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { stripLocale } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import type { MessageName } from '#scripts/admin-api/messages/message-data.ts'
import {
  getMessageKind,
  listChannels,
  MESSAGE_NAMES,
} from '#scripts/admin-api/messages/message-kinds.ts'
import { createSamples } from '#scripts/admin-api/messages/samples.ts'
import { compose, NOW, SITE_URL, UNSUBSCRIBE_URL } from '#tests/support/message-site.ts'

const composeSample = <K extends MessageName>(name: K, locale: Locale) =>
  compose(name, createSamples(locale, NOW)[name], { locale })

const CASES = SITE_LOCALES.flatMap((locale) => MESSAGE_NAMES.map((name) => [name, locale] as const))
const HAN = /\p{Script=Han}/u
/** Mail programs cut a longer one: https://developers.google.com/workspace/gmail/design/css */
const MAX_HTML_BYTES = 102_000
const MAX_SUBJECT = 100

/** UCS-2 where a character is not in the GSM alphabet; joined SMS are a little shorter each. */
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
  const written = [content.title, content.summary, mail.text, page.text, sms?.text ?? ''].join('\n')

  test('every link is the address of a page, in the language of the reader', () => {
    const links = page.querySelectorAll('a').map((link) => link.getAttribute('href') ?? '')
    expect(links.length).toBeGreaterThan(0)
    for (const link of links.filter((each) => each !== UNSUBSCRIBE_URL)) {
      const { origin, pathname } = new URL(link)
      expect(origin).toBe(SITE_URL)
      expect(ROUTE_PATHS).toContain(stripLocale(pathname))
      expect(/^\/en(\/|$)/.test(pathname)).toBe(locale === 'en')
    }
  })

  test('no text is missing, and none is in another language', () => {
    expect(written).not.toMatch(/\{\{|\}\}|undefined|null|NaN|Invalid Date|\b[a-z]+:[a-z]+_[a-z]/)
    for (const text of [content.title, content.summary, mail.text, page.text]) {
      expect(HAN.test(text)).toBe(locale === 'zh-cn')
    }
    expect(page.querySelector('html')?.getAttribute('lang')).toBe(locale === 'en' ? 'en' : 'zh-CN')
  })

  test('title and summary are lines that lists can show', () => {
    for (const line of [content.title, content.summary]) expect(line).toMatch(/^\S.*\S$/)
    expect(content.title.length).toBeLessThanOrEqual(MAX_SUBJECT)
  })

  test('the plain text has every word and address of the HTML', () => {
    for (const link of page.querySelectorAll('a')) {
      const href = link.getAttribute('href') ?? ''
      expect(mail.text).toContain(href)
    }
    const words = page.querySelectorAll('p, h1, h2, td').map((element) => element.text.trim())
    for (const { text } of content.parts.filter((part) => part.type === 'paragraph')) {
      expect(words).toContain(text)
      expect(mail.text).toContain(text)
    }
    for (const part of content.parts) {
      if (part.type !== 'facts') continue
      for (const { label, value } of part.facts) {
        expect(words).toContain(label)
        expect(mail.text).toContain(`${label}${locale === 'en' ? ': ' : '：'}${value}`)
      }
    }
  })

  test('nothing is fetched and nothing is tracked', () => {
    const pictures = page.querySelectorAll('img')
    expect(pictures.map((picture) => picture.getAttribute('src')).toSorted()).toEqual(
      mail.pictures.map(({ id }) => `cid:${id}`).toSorted(),
    )
    for (const picture of pictures) expect(picture.getAttribute('alt')).toMatch(/\S/)
    expect(page.querySelectorAll('link, script, iframe, object, form')).toEqual([])
    expect(mail.html).not.toMatch(/url\(|@import|@font-face/)
    expect(Buffer.byteLength(mail.html)).toBeLessThan(MAX_HTML_BYTES)
  })

  test('offers to unsubscribe where members may, and only there', () => {
    const { isOptional } = getMessageKind(name)
    expect(mail.unsubscribeUrl).toBe(isOptional ? UNSUBSCRIBE_URL : null)
    expect(mail.html.includes(UNSUBSCRIBE_URL)).toBe(isOptional)
  })

  test('an SMS names the venue, has no link and costs at most two', () => {
    expect(listChannels(name).includes('sms')).toBe(sms !== null)
    if (!sms) return
    expect(sms.text).toContain(locale === 'en' ? 'Riverside Playhouse:' : '【河畔剧场】')
    expect(sms.text).not.toMatch(/https?:|www\./)
    expect(countSms(sms.text)).toBeLessThanOrEqual(2)
    for (const value of Object.values(sms.parameters)) expect(sms.text).toContain(value)
  })
})

test('what concerns orders and the account cannot be switched off', () => {
  const optional = MESSAGE_NAMES.filter((name) => getMessageKind(name).isOptional)
  expect(optional).toEqual(['membership_ending', 'show_reminder', 'course_reminder'])
})
