import { describe, expect, test } from 'vitest'
import { DEFAULT_THEME } from '#api/theme.ts'
import { buildCardText } from '#integrations/seo/card-text.ts'
import { getTextLocale, type PageInfo } from '#integrations/seo/subject.ts'
import type { ArtistContent } from '#content/artists.ts'
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

  test('has no price for a performance without prices', () => {
    const noon = '2027-05-08T12:00:00+08:00'
    const item = { ...performance(noon, noon), price_from_fen: null }
    const subject = { kind: 'performance', item } as const
    const page = { ...buildPage('en', noon, noon), subject }
    expect(buildCardText(page, organization, t).facts).toEqual(['8 May 2027'])
  })

  test.each([
    ['Mei Lanfang', 1894, 1961, 'Mei Lanfang', ['1894 — 1961']],
    ['梅兰芳', 1894, null, 'Sleeves first', ['1894 —']],
    ['梅兰芳', null, null, 'Sleeves first', []],
  ])(
    'has the Latin name %s and the years of an artist',
    (latin_name, born, died, subtitle, facts) => {
      const discipline = { id: 1, name: '京剧' }
      const line = 'Sleeves first'
      const item = { name: '梅兰芳', latin_name, line, discipline, born, died } as ArtistContent
      const page: PageInfo = {
        ...buildPage('zh-cn', '', ''),
        subject: { kind: 'artist', item },
      }
      expect(buildCardText(page, organization, t)).toMatchObject({ subtitle, facts })
    },
  )

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
