import { globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSync } from 'fontkit'
import { expect, inject, test } from 'vitest'
import type { PageFonts } from '#config.ts'
import { subsetFonts } from '#integrations/fonts/page-fonts.ts'
import { readPageText } from '#integrations/fonts/page-text.ts'
import { createContentPolicy } from '#integrations/policy/policy.ts'
import { getPrefix, SITE_LOCALES } from '#i18n/locales.ts'
import { readPages, type Page } from '#tests/support/release.ts'

const { release } = inject('stack')
const KB = 1000
const FIRST_VIEW = 170 * KB
const NEXT_PAGE = 45 * KB
const listFonts = ({ root }: Pick<Page, 'root'>): PageFonts =>
  JSON.parse(root.getElementById('page-fonts')?.textContent ?? '{}') as PageFonts

const pages = readPages(release).map((page) => ({ ...page, fonts: listFonts(page) }))
const getFile = (name: string): string => join(release, 'fonts', `${name}.woff2`)
const weigh = (names: Iterable<string>): number =>
  [...new Set(names)].reduce((sum, name) => sum + statSync(getFile(name)).size, 0)
const sheet = readFileSync(
  join(release, globSync('fonts/shared-*.css', { cwd: release })[0] ?? ''),
  'utf8',
)

const characterCache = new Map<string, ReadonlySet<string>>()
function readCharacters(name: string): ReadonlySet<string> {
  const cached = characterCache.get(name)
  if (cached) return cached
  const font = openSync(getFile(name))
  const codes = 'characterSet' in font ? font.characterSet : []
  const characters = new Set(codes.map((code) => String.fromCodePoint(code)))
  characterCache.set(name, characters)
  return characters
}

test(
  'every page has five fonts for its loading mask, of 30 KB at most',
  { tags: ['S2.67'] },
  () => {
    for (const { file, fonts } of pages) {
      expect(new Set(fonts.first).size, file).toBe(5)
      expect(weigh(fonts.first), file).toBeLessThanOrEqual(30 * KB)
    }
  },
)

test('only the payment page has no loading mask', { tags: ['S2.68'] }, () => {
  const without = pages.filter(({ root }) => root.getElementById('loading-mask') === null)
  expect(without.map(({ file }) => file).toSorted()).toEqual(
    SITE_LOCALES.map((locale) => `${getPrefix(locale)}/pay/pay.html`.slice(1)).toSorted(),
  )
})

test('a first view loads 170 KB of fonts at most, a next page 45 KB', () => {
  const over = pages
    .map(({ file, fonts: { first, rest } }) => ({
      file,
      firstView: weigh([...first, ...rest]),
      nextPage: weigh(rest.filter((name) => !sheet.includes(name))),
    }))
    .filter(({ firstView, nextPage }) => firstView > FIRST_VIEW || nextPage > NEXT_PAGE)
  expect(over).toEqual([])
})

test('only a few long pages load fonts late', () => {
  const long = pages.filter(({ fonts }) => fonts.late.length > 0)
  expect(long.length).toBeGreaterThan(0)
  expect(long.length).toBeLessThan(pages.length * 0.06)
})

test('the files of a page contain all its characters in their weights', () => {
  const read = (href: string): string => readFileSync(join(release, href), 'utf8')
  for (const { file, html, fonts } of pages) {
    for (const [face, characters] of readPageText(html, read)) {
      const names = [...fonts.rest, ...fonts.late].filter((name) => name.startsWith(`${face}-`))
      const missing = [...characters].filter(
        (one) => !names.some((name) => readCharacters(name).has(one)),
      )
      expect(missing, `${file} ${face}`).toEqual([])
    }
  }
})

const listHan = (name: string) =>
  [...readCharacters(name)].filter((one) => /\p{Script=Han}/u.test(one))
const listNames = (css: string, weight: string) =>
  [...css.matchAll(new RegExp(`serif-${weight}-\\w+`, 'g'))].map(([name]) => name)

test('pages with islands share slices for dynamic text, which contain all interface texts', () => {
  const addresses = new Set(pages.flatMap(({ fonts }) => fonts.slices ?? []))
  expect(addresses.size).toBe(1)
  const slices = readFileSync(join(release, [...addresses][0] ?? ''), 'utf8')
  const words = globSync('i18n/zh-cn/*.json').map((file) => readFileSync(file, 'utf8'))
  const interfaceCharacters = new Set(words.join('').match(/\p{Script=Han}/gu))
  for (const weight of ['400', '500', '600', '700', '900']) {
    const sliced = listNames(slices, weight).flatMap(listHan)
    expect(new Set(sliced).size, 'each character lies in one slice').toBe(sliced.length)
    const available = new Set([...sliced, ...listNames(sheet, weight).flatMap(listHan)])
    expect([...interfaceCharacters].filter((one) => !available.has(one))).toEqual([])
  }
  const isLive = ({ html }: Page) => html.includes('<astro-island')
  expect(pages.filter(({ fonts }) => fonts.slices !== undefined)).toEqual(pages.filter(isLive))
})

test(
  'the style sheet declares the serif in seven weights, a display and a numeral font',
  { tags: ['S9.18', 'S9.19', 'S9.20'] },
  () => {
    const weights = [...sheet.matchAll(/font-family:"Site Serif";font-weight:(\d+)/g)].map(
      ([, weight]) => Number(weight),
    )
    expect([...new Set(weights)].toSorted()).toEqual([200, 300, 400, 500, 600, 700, 900])
    expect(sheet).toContain('font-family:"Site Display"')
    expect(sheet).toContain('font-family:"Site Numeral"')
  },
)

test('every font file of a page or a style sheet exists', () => {
  const sheets = globSync('fonts/*.css', { cwd: release }).map((file) =>
    readFileSync(join(release, file), 'utf8'),
  )
  const named = sheets.flatMap((css) => [...css.matchAll(/url\(([^)]+)\)/g)].map(([, url]) => url))
  for (const url of named) expect(statSync(join(release, url ?? '')).isFile()).toBe(true)
})

test('an English page loads only the Chinese characters that it shows', () => {
  for (const { file, html, fonts } of pages.filter(({ locale }) => locale === 'en')) {
    expect(
      fonts.rest.flatMap(listHan).filter((one) => !html.includes(one)),
      file,
    ).toEqual([])
  }
})

test('browsers without scripts load all families', { tags: ['S9.19', 'S9.20'] }, () => {
  // After the style sheets of the page, whose stand-ins are in the same family.
  const hrefs = pages.map(
    ({ html }) => /<body[^>]*><noscript><link rel="stylesheet" href="([^"]*)"/.exec(html)?.[1],
  )
  expect(new Set(hrefs).size).toBe(1)
  const styles = readFileSync(join(release, hrefs[0] ?? ''), 'utf8')
  for (const family of ['Display', 'Numeral', 'Latin', 'Punctuation'])
    expect(styles).toMatch(new RegExp(`font-family: ?['"]?Site ${family}\\b`))
})

const PAGE = `<html lang="zh-CN"><body><p>幕间</p>
<script type="application/json" id="page-fonts">{"wholeSerif":"/s.css","hasMask":true}</script></body></html>`

test(
  'fonts are loaded from the configured host, and the policy allows it',
  { tags: ['S7.55'] },
  async () => {
    const site = mkdtempSync(join(tmpdir(), 'fonts-'))
    writeFileSync(join(site, 'index.html'), PAGE)
    const host = 'https://fonts.example.org/house'
    expect(await subsetFonts(site, `${host}/`)).toBe(1)
    const html = readFileSync(join(site, 'index.html'), 'utf8')
    expect(html).toContain(`"base":"${host}/"`)
    const policy = createContentPolicy({ googleClientId: undefined, fontBaseUrl: host })
    expect(policy.directives).toContain("font-src 'self' https://fonts.example.org")
  },
)

test('subsetting the same page twice has the same result', async () => {
  const texts = await Promise.all(
    [1, 2].map(async () => {
      const site = mkdtempSync(join(tmpdir(), 'fonts-'))
      writeFileSync(join(site, 'index.html'), PAGE)
      await subsetFonts(site, '/fonts/')
      return readFileSync(join(site, 'index.html'), 'utf8')
    }),
  )
  expect(texts[0]).toBe(texts[1])
})
