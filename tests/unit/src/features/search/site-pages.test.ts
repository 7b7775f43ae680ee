import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SECTIONS } from '#api/sections.ts'
import { findSitePages, markSitePage } from '#features/search/site-pages.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'

const loadTexts = (lang: 'zh-cn' | 'en'): IslandTexts<'search'> => {
  const messages = JSON.parse(readFileSync(`i18n/${lang}/search.json`, 'utf8')) as Record<
    string,
    string
  >
  return (key) => messages[key.slice('search:'.length)] ?? key
}
const find = (q: string, lang: 'zh-cn' | 'en' = 'zh-cn') =>
  findSitePages(q, [...SECTIONS, 'members'], loadTexts(lang)).map(({ name }) => name)

test.each([
  ['会员', 'membership'],
  ['huiyuan', 'membership'],
  ['票房', 'visit'],
  ['怎么去', 'visit'],
  ['轮椅', 'visit'],
  ['关于', 'about'],
  ['日历', 'calendar'],
  ['退票', 'orders'],
])('finds for %s the page %s first', (q, name) => {
  expect(find(q)[0]).toBe(name)
})

test.each([
  ['Membership', 'membership'],
  ['box office', 'visit'],
  ['wheelch', 'visit'],
  ['about', 'about'],
  ['calendar', 'calendar'],
  ['tonight', 'calendar'],
])('finds for %s the page %s first in English', (q, name) => {
  expect(find(q, 'en')[0]).toBe(name)
})

test.each(['', ' ', 'm', '茶馆', 'hamlet', '会员 茶馆'])('finds no page for %j', (q) => {
  expect(find(q)).toEqual([])
})

test('finds no pages of a disabled section', () => {
  const sections = SECTIONS.filter((section) => section !== 'calendar')
  expect(findSitePages('日历', sections, loadTexts('zh-cn'))).toEqual([])
})

test.each(['会员', '退票'])('finds no pages of members for %s if they cannot log in', (q) => {
  expect(findSitePages(q, SECTIONS, loadTexts('zh-cn'))).toEqual([])
})

test('marks the match in the title', () => {
  const [page] = findSitePages('calen', SECTIONS, loadTexts('en'))
  expect(page && markSitePage(page, 'calen')).toEqual([[0, 5]])
})
