import { parseAtomFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import type { NewsCard } from '#api/news.ts'
import { useTranslations } from '#i18n/translate.ts'
import { getFeedPath, findFeed, writeFeed } from '#integrations/seo/feed.ts'

const context = { locale: 'en', origin: 'https://house.example' } as const
const facts = { kind: 'performance', title: 'News', organization: 'Entracte' } as const

const news = (id: number, day: string, langs: NewsCard['langs'] = ['zh-cn', 'en']): NewsCard => ({
  kind: 'performance',
  id,
  langs,
  title: `Item <${id}> & more`,
  summary: 'One line.',
  image: { url: 'a.png', alt: '', width: 1, height: 1 },
  published_at: `2027-05-${day}T09:00:00+08:00`,
  subject: { id: 4, name: 'Teahouse' },
})

describe('Atom feed', () => {
  test('lists the news of its language, newest first', () => {
    const feed = parseAtomFeed(
      writeFeed([news(1, '01'), news(2, '03'), news(3, '02', ['zh-cn'])], facts, context),
    )
    expect(feed).toMatchObject({
      id: 'https://house.example/en/feeds/performance-news.xml',
      title: { value: 'News · Entracte' },
      updated: '2027-05-03T01:00:00.000Z',
      authors: [{ name: 'Entracte' }],
      entries: [
        {
          id: 'https://house.example/en/news/perform-detail?id=2',
          title: { value: 'Item <2> & more' },
          published: '2027-05-03T01:00:00.000Z',
          summary: { value: 'One line.' },
          categories: [{ term: 'Teahouse' }],
        },
        { id: 'https://house.example/en/news/perform-detail?id=1' },
      ],
    })
    expect(feed.entries).toHaveLength(2)
  })

  test('has the newest thirty news', () => {
    const all = Array.from({ length: 31 }, (_, index) =>
      news(index + 1, String(index + 1).padStart(2, '0')),
    )
    const { entries = [] } = parseAtomFeed(writeFeed(all, facts, context))
    expect(entries).toHaveLength(30)
    expect(entries.at(-1)?.id).toBe('https://house.example/en/news/perform-detail?id=2')
  })

  test('declares its language and omits characters that XML forbids', () => {
    const item = { ...news(1, '01'), title: 'A\u0007 & <b>' }
    const feed = writeFeed([item], facts, context)
    expect(feed).toContain('xml:lang="en"')
    expect(feed).not.toContain('\u0007')
    expect(parseAtomFeed(feed).entries?.[0]?.title).toMatchObject({ value: 'A & <b>' })
  })

  test('is valid without news', () => {
    expect(parseAtomFeed(writeFeed([], facts, context)).updated).toBe('1970-01-01T00:00:00.000Z')
  })

  test('has a path in each language', () => {
    expect(getFeedPath('artist', 'zh-cn')).toBe('/feeds/artist-news.xml')
    expect(getFeedPath('artist', 'en')).toBe('/en/feeds/artist-news.xml')
  })
})

test('is linked from pages with news, unless the site has no news section', () => {
  const page = { route: '/drama/home', locale: 'en' } as const
  const t = useTranslations('en')
  expect(findFeed(page, ['performances', 'news'], t)?.href).toBe('/en/feeds/performance-news.xml')
  expect(findFeed(page, ['performances'], t)).toBeNull()
})
