import { describe, expect, test } from 'vitest'
import {
  getDescription,
  getLineLang,
  listAlternates,
  getOriginalLang,
  listTranslations,
} from '#components/head/page.ts'
import { getTexts } from '#tests/support/interface-texts.ts'

const SITE = 'https://house.example'

test('lists the page URL in each language, with ids in the query', { tags: ['S2.04'] }, () => {
  const page = { locale: 'en', route: '/drama/detail', query: { id: 3 }, title: 'A' } as const
  expect(listAlternates(page, SITE).map(({ url }) => url)).toEqual([
    'https://house.example/drama/detail?id=3',
    'https://house.example/en/drama/detail?id=3',
  ])
})

test.each([
  ['/drama/home', '/en/drama/home'],
  // Pages that are shown at the URL of another page, which the other language lacks too.
  ['/404', '/en'],
  ['/500', '/en'],
] as const)('the language switch of %s leads to %s', (route, path) => {
  expect(listTranslations({ locale: 'zh-cn', route })).toMatchObject([{ locale: 'en', path }])
})

describe('getDescription', () => {
  const LIST = {
    locale: 'en',
    route: '/news/detail',
    title: 'News',
    description: 'All news.',
  } as const
  const t = getTexts('en')

  test('is that of the site for a page without one', () => {
    expect(getDescription({ ...LIST, description: '' }, 'A theatre.', t)).toBe('A theatre.')
  })

  test('names the further pages of a list', () => {
    expect(getDescription(LIST, '', t)).toBe('All news.')
    expect(getDescription({ ...LIST, query: { page: 2 } }, '', t)).toBe('All news. Page 2.')
    const zh = getTexts('zh-cn')
    const page = { ...LIST, description: '全部新闻。', query: { page: 2 } }
    expect(getDescription(page, '', zh)).toBe('全部新闻。第 2 页。')
  })
})

describe('getOriginalLang', () => {
  test.each([
    ['zh-cn', ['zh-cn', 'en'], undefined],
    ['en', ['zh-cn'], 'zh-CN'],
    ['zh-cn', ['en'], 'en'],
    ['en', undefined, undefined],
  ] as const)('for %s with texts in %o returns %s', (locale, langs, lang) => {
    expect(getOriginalLang({ locale, ...(langs && { langs }) })).toBe(lang)
  })
})

test.each([
  ['A play in three acts', 'en'],
  ['契诃夫四幕喜剧', 'zh-CN'],
  ['Чайка', 'en'],
  ['', 'en'],
])('the line %s is marked as %s', (line, lang) => {
  expect(getLineLang(line)).toBe(lang)
})
