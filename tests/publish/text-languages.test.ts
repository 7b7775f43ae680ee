import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type HTMLElement } from 'node-html-parser'
import { expect, test } from 'vitest'
import { FIXTURE } from '#tests/support/admin-api.ts'
import { makeTemporaryFolder } from '#tests/support/clean-clone.ts'
import { startOwnSite } from './start-own-site.ts'

/** Files of the fixture whose English texts are removed. */
const FILES = [
  'business.yaml',
  'calendar.yaml',
  'business-cases/museum.yaml',
  'courses/first-steps.yaml',
  'activities/open-day.yaml',
  'performances/teahouse.yaml',
  'artist-news/news-1.yaml',
]

async function copyUntranslated(): Promise<string> {
  const content = join(await makeTemporaryFolder('languages'), 'content')
  cpSync(FIXTURE, content, { recursive: true })
  for (const name of FILES) {
    const file = join(content, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(/(zh-cn: [^,}]+), en: (?:'[^']*'|[^,}]*) }/g, '$1 }'))
  }
  return content
}

/** Elements of pages with Chinese text: of items without a translation, and lines below titles. */
const TEXTS = [
  ['/drama/detail?id=1', '.detail-head .latin'],
  ['/about/about', '.page-head .latin'],
  ['/', '.hero .latin'],
  ['/en/artist/masonry', '.name'],
  ['/en/course/category', '.courses h2'],
  ['/en/course/activity', '.activities h3'],
  ['/en/drama/home', '.grid h3'],
  ['/en/drama/home', '.grid .facts span'],
  ['/en/drama/detail?id=1', '.programme dt'],
  ['/en/news/detail', '.news-row h2'],
  ['/en/artist/home', '.year .title'],
  ['/en/artist/detail?id=2', '.detail-head h1'],
  ['/en/business/home', '.case h3'],
  ['/en/business/home', '.enquiry p'],
  ['/en', '.business h2'],
  ['/en/calendar/calendar', 'h1'],
  ['/en/course/custom-el?id=1', 'h1'],
  ['/en', '.stage img'],
  ['/en/drama/home', '.grid img'],
  ['/en/drama/detail?id=1', '.detail-head img'],
  ['/en/course/category', '.courses img'],
  ['/en/course/activity', '.activities img'],
  ['/en/news/detail', '.news-row img'],
  ['/en/business/home', '.page-head img'],
  ['/en/business/home', '.case img'],
] as const
const HAN = /\p{Script=Han}/u

test('Chinese texts are marked as Chinese on English pages, and below Chinese titles', async () => {
  const { read } = await startOwnSite(await copyUntranslated())
  const langs: Record<string, (string | undefined)[]> = {}
  const getText = ({ text, attributes }: HTMLElement) => attributes['alt'] ?? text
  for (const [path, selector] of TEXTS) {
    const elements = parse((await read(path)).text).querySelectorAll(selector)
    langs[`${path} ${selector}`] = elements
      .filter((element) => HAN.test(getText(element)))
      .map((element) => element.closest('[lang]')?.getAttribute('lang'))
  }
  for (const [place, found] of Object.entries(langs)) {
    expect(found, place).not.toEqual([])
    expect([...new Set(found)], place).toEqual(['zh-CN'])
  }
  // Names of halls and venues are translated, also in a list of an item that is not.
  const { text } = await read('/en/drama/buyTicket?id=1')
  const place = parse(text.slice(text.indexOf('<div class="static-tickets'))).querySelector(
    'li span',
  )
  expect(place?.text).toMatch(/^[^\p{Script=Han}]+$/u)
  expect(place?.closest('[lang]')).toBeNull()
})
