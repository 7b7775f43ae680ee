import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import {
  getBudget,
  isContent,
  getDocumentRoute,
  sumScript,
} from '#scripts/checks/weight/budgets.ts'
import { weighPage } from '#scripts/checks/weight/page-weight.ts'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { ROUTES } from '#routes.ts'
import { readPages } from '#tests/support/release.ts'

const { release } = inject('stack')
const pages = readPages(release).map(({ file, locale, html }) => {
  const route = getDocumentRoute(file)
  return { file, locale, html, route, weight: weighPage(release, file) }
})
const chunks = [...new Set(pages.flatMap(({ weight }) => weight.js.map(({ file }) => file)))]
const readText = (file: string): string => readFileSync(join(release, file), 'utf8')

/** A string of each library that survives minification. */
const LIBRARIES = {
  'react-dom': 'Minified React error #',
  'react-hook-form': '_subjects',
  ofetch: '<no response>',
  valibot: 'Invalid ',
  nanostores: 'nanostores',
}

test.each(Object.entries(LIBRARIES))('some page loads %s', (_, phrase) => {
  expect(chunks.some((file) => readText(file).includes(phrase))).toBe(true)
})

describe.each(ROUTES.map(({ path }) => path))('%s', (route) => {
  const own = pages.filter((page) => page.route === route)
  const budget = getBudget(route)

  test('has pages in both languages', () => {
    expect(new Set(own.map(({ locale }) => locale))).toEqual(new Set(SITE_LOCALES))
  })

  test(`has at most ${budget.html} bytes of HTML and ${budget.js} of script`, () => {
    const over = own
      .map(({ file, weight }) => ({ file, html: weight.html, js: sumScript(route, weight) }))
      .filter(({ html, js }) => html > budget.html || js > budget.js)
    expect(over).toEqual([])
  })
})

test('content pages load no framework', () => {
  const content = pages.filter(({ route }) => isContent(route))
  expect(content.length).toBeGreaterThan(100)
  const frameworks = chunks.filter((file) => readText(file).includes(LIBRARIES['react-dom']))
  expect(frameworks).toHaveLength(1)
  for (const { file, html, weight } of content) {
    expect([file, weight.js.filter((script) => frameworks.includes(script.file))]).toEqual([
      file,
      [],
    ])
    expect([file, html.includes('<astro-island')]).toEqual([file, false])
  }
})

test('no page loads a library twice', () => {
  const twice = pages.flatMap(({ file, weight }) =>
    Object.entries(LIBRARIES).flatMap(([name, phrase]) => {
      const holders = weight.js.filter((script) => readText(script.file).includes(phrase))
      return holders.length > 1 ? [{ file, name, holders }] : []
    }),
  )
  expect(twice).toEqual([])
})

test('no script contains texts, and an island loads only those of its language', () => {
  const chinese = /[\p{Script=Han}]{6,}/u
  const inChinese = chunks.filter((file) => chinese.test(readText(file)))
  expect(inChinese.filter((file) => !file.endsWith('.json'))).toEqual([])
  expect(inChinese.length).toBeGreaterThan(10)
  // The ticket card shows its few texts in both languages.
  const chineseFiles = new Set(inChinese.filter((file) => !file.includes('/card.')))
  for (const { file, locale, weight } of pages) {
    if (locale !== 'en') continue
    expect([file, weight.js.filter((script) => chineseFiles.has(script.file))]).toEqual([file, []])
  }
})
