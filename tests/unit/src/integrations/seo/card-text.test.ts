import { describe, expect, test } from 'vitest'
import { DEFAULT_THEME } from '#api/theme.ts'
import { buildCardText } from '#integrations/seo/card-text.ts'
import { getTextLocale, type PageInfo } from '#integrations/seo/subject.ts'
import type { PerformanceContent } from '#content/performances.ts'
import type { MessageKey, Translate } from '#i18n/messages.ts'

const organization = {
  name: '幕间',
  tagline: '一座剧场，也是一间教室',
  seal: '幕间',
  colours: DEFAULT_THEME,
}
const t: Translate = (key: MessageKey, values) => [key, ...Object.values(values ?? {})].join(' ')

// Only the fields that a card reads.
const performance = (from: string, to: string) =>
  ({
    genre: { id: 1, name: '话剧' },
    subtitle: 'In four acts',
    run: { from, to },
    price_from_fen: 8000,
  }) as PerformanceContent

const buildPage = (locale: PageInfo['locale'], from: string, to: string): PageInfo => ({
  locale,
  route: '/drama/detail',
  title: '雷雨',
  langs: ['zh-cn'],
  subject: { kind: 'performance', item: performance(from, to) },
})

describe('share card text', () => {
  test.each([
    ['zh-cn', '2027-05-08', '2027-05-24', '2027.05.08 — 05.24'],
    ['zh-cn', '2026-12-11', '2027-01-03', '2026.12.11 — 2027.01.03'],
    ['en', '2027-05-08', '2027-05-24', '8 May — 24 May 2027'],
    ['en', '2026-12-11', '2027-01-03', '11 Dec 2026 — 3 Jan 2027'],
  ] as const)('in %s contains the years of %s to %s', (locale, from, to, run) => {
    const noon = (day: string) => `${day}T12:00:00+08:00`
    expect(buildCardText(buildPage(locale, noon(from), noon(to)), organization, t)).toMatchObject({
      kicker: 'nav:drama · 话剧',
      subtitle: 'In four acts',
      facts: [run, 'common:price_from ¥80'],
      titleLocale: 'zh-cn',
    })
  })

  test("uses the organisation's tagline for a page without an item", () => {
    expect(
      buildCardText({ locale: 'zh-cn', route: '/', title: null }, organization, t),
    ).toMatchObject({
      title: '幕间',
      subtitle: '一座剧场，也是一间教室',
      facts: [],
    })
  })
})

test("falls back to the text's own language if it lacks that of the page", () => {
  expect(getTextLocale(['zh-cn'], 'en')).toBe('zh-cn')
  expect(getTextLocale(['zh-cn', 'en'], 'en')).toBe('en')
  expect(getTextLocale(undefined, 'en')).toBe('en')
})
