import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SECTIONS } from '#api/sections.ts'
import { findSitePages, markSitePage } from '#features/search/site-pages.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'

const textsOf = (lang: 'zh-cn' | 'en'): IslandTexts<'search'> => {
  const messages = JSON.parse(readFileSync(`i18n/${lang}/search.json`, 'utf8')) as Record<
    string,
    string
  >
  return (key) => messages[key.slice('search:'.length)] ?? key
}
const find = (q: string, lang: 'zh-cn' | 'en' = 'zh-cn') =>
  findSitePages(q, SECTIONS, textsOf(lang)).map(({ name }) => name)

test.each([
  ['会员', 'membership'],
  ['huiyuan', 'membership'],
  ['票房', 'visit'],
  ['怎么去', 'visit'],
  ['轮椅', 'visit'],
  ['关于', 'about'],
  ['日历', 'calendar'],
  ['退票', 'orders'],
])('%s leads to %s first', (q, name) => {
  expect(find(q)[0]).toBe(name)
})

test.each([
  ['Membership', 'membership'],
  ['box office', 'visit'],
  ['wheelch', 'visit'],
  ['about', 'about'],
  ['calendar', 'calendar'],
  ['tonight', 'calendar'],
])('%s leads to %s first in English', (q, name) => {
  expect(find(q, 'en')[0]).toBe(name)
})

test.each(['', ' ', 'm', '茶馆', 'hamlet', '会员 茶馆'])('%j matches no page', (q) => {
  expect(find(q)).toEqual([])
})

test('pages of a section that the site lacks are not found', () => {
  const sections = SECTIONS.filter((section) => section !== 'calendar')
  expect(findSitePages('日历', sections, textsOf('zh-cn'))).toEqual([])
})

test('marks the match in the title', () => {
  const [page] = findSitePages('calen', SECTIONS, textsOf('en'))
  expect(page && markSitePage(page, 'calen')).toEqual([[0, 5]])
})
