import { existsSync, globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSync } from 'fontkit'
import { expect, inject, test } from 'vitest'
import type { PageFonts } from '#config.ts'
import { liveTextOf } from '#content/fonts/live-text.ts'
import { cutFonts } from '#content/fonts/page-fonts.ts'
import { readPageText } from '#content/fonts/page-text.ts'
import { contentPolicy } from '#content/policy.ts'
import { listGroupFiles, type FontLibrary } from '#font-library.ts'
import { readPages, type Page } from '#tests/support/release.ts'

const { release } = inject('stack')
const KB = 1000
const FIRST_VIEW = 180 * KB
const NEXT_PAGE = 45 * KB
const fontsOf = ({ root }: Pick<Page, 'root'>): PageFonts =>
  JSON.parse(root.getElementById('page-fonts')?.textContent ?? '{}') as PageFonts

const pages = readPages(release).map((page) => ({ ...page, fonts: fontsOf(page) }))
const fileOf = (name: string): string => join(release, 'fonts', `${name}.woff2`)
const weigh = (names: Iterable<string>): number =>
  [...new Set(names)].reduce((sum, name) => sum + statSync(fileOf(name)).size, 0)
const sheet = readFileSync(
  join(release, globSync('fonts/house-*.css', { cwd: release })[0] ?? ''),
  'utf8',
)

const held = new Map<string, ReadonlySet<string>>()
function charactersOf(name: string): ReadonlySet<string> {
  const known = held.get(name)
  if (known) return known
  const font = openSync(fileOf(name))
  const codes = 'characterSet' in font ? font.characterSet : []
  const characters = new Set(codes.map((code) => String.fromCodePoint(code)))
  held.set(name, characters)
  return characters
}

test('every page names five faces for its mask, of 30 KB at most [S2.67]', () => {
  for (const { file, fonts } of pages) {
    expect(new Set(fonts.first).size, file).toBe(5)
    expect(weigh(fonts.first), file).toBeLessThanOrEqual(30 * KB)
  }
})

test('only the payment page has no mask [S2.68]', () => {
  const without = pages.filter(({ root }) => root.getElementById('loading-mask') === null)
  expect(without.map(({ file }) => file).toSorted()).toEqual(['en/pay/pay.html', 'pay/pay.html'])
})

test('a first view takes 180 KB of fonts at most, a next page 45 KB', () => {
  const over = pages
    .map(({ file, fonts: { first, rest } }) => ({
      file,
      firstView: weigh([...first, ...rest]),
      nextPage: weigh(rest.filter((name) => !sheet.includes(name))),
    }))
    .filter(({ firstView, nextPage }) => firstView > FIRST_VIEW || nextPage > NEXT_PAGE)
  expect(over).toEqual([])
})

test('few texts are so long that their end comes later', () => {
  const long = pages.filter(({ fonts }) => fonts.late.length > 0)
  expect(long.length).toBeGreaterThan(0)
  expect(long.length).toBeLessThan(pages.length * 0.06)
})

test('the files of a page hold every character that it shows, in the weight that it has', () => {
  const read = (href: string): string => readFileSync(join(release, href), 'utf8')
  for (const { file, html, fonts } of pages) {
    for (const [face, characters] of readPageText(html, read)) {
      const names = [...fonts.rest, ...fonts.late].filter((name) => name.startsWith(`${face}-`))
      const missing = [...characters].filter(
        (one) => !names.some((name) => charactersOf(name).has(one)),
      )
      expect(missing, `${file} ${face}`).toEqual([])
    }
  }
})

test('the files of a page with islands hold what these show by themselves', () => {
  const live = pages.filter(({ fonts }) => fonts.held !== undefined)
  expect(live.length).toBeGreaterThan(20)
  for (const { file, fonts } of live) {
    for (const [weight, characters] of Object.entries(fonts.held ?? {})) {
      const names = fonts.rest.filter((name) => name.startsWith(`serif-${weight}-`))
      const missing = [...characters].filter(
        (one) => !names.some((name) => charactersOf(name).has(one)),
      )
      expect(missing, `${file} ${weight}`).toEqual([])
    }
  }
})

test('the library has a file of each group in each weight, which holds just that', () => {
  const addresses = new Set(pages.flatMap(({ fonts }) => fonts.library ?? []))
  expect(addresses.size).toBe(1)
  const [address = ''] = addresses
  const library = JSON.parse(readFileSync(join(release, address), 'utf8')) as FontLibrary
  const files = listGroupFiles(library)
  expect(files.filter((name) => !existsSync(fileOf(name)))).toEqual([])
  const { length } = library.groups
  for (const [at, name] of files.entries()) {
    // Each weight and a part of its groups: to open all takes long.
    if (at % 97 !== 0) continue
    const group = [...(library.groups[at % length] ?? '')].toSorted()
    // The last is what ends the table of characters.
    expect([...charactersOf(name)].filter((one) => one !== '\u{ffff}').toSorted(), name).toEqual(
      group,
    )
  }
})

test('declares the serif in seven weights, a display and a numeral face [S9.18] [S9.19] [S9.20]', () => {
  const weights = [...sheet.matchAll(/font-family:"House Serif";font-weight:(\d+)/g)].map(
    ([, weight]) => Number(weight),
  )
  expect([...new Set(weights)].toSorted()).toEqual([200, 300, 400, 500, 600, 700, 900])
  expect(sheet).toContain('font-family:"House Display"')
  expect(sheet).toContain('font-family:"House Numeral"')
})

test('every file that a page or a sheet names is there', () => {
  const sheets = globSync('fonts/*.css', { cwd: release }).map((file) =>
    readFileSync(join(release, file), 'utf8'),
  )
  const named = sheets.flatMap((css) => [...css.matchAll(/url\(([^)]+)\)/g)].map(([, url]) => url))
  for (const url of named) expect(statSync(join(release, url ?? '')).isFile()).toBe(true)
})

test('an English page holds only the Chinese that it shows', () => {
  for (const { file, fonts } of pages.filter(({ locale }) => locale === 'en')) {
    const characters = new Set(fonts.rest.flatMap((name) => [...charactersOf(name)]))
    // A ticket is shown to the door in both languages.
    const recorded = new Set([...liveTextOf(file).values()].flatMap((text) => [...text]))
    const chinese = [...characters].filter(
      (one) => /\p{Script=Han}/u.test(one) && !recorded.has(one),
    )
    expect(chinese.length, file).toBeLessThan(40)
  }
})

const PAGE = `<html lang="zh-CN"><body><p>幕间</p>
<script type="application/json" id="page-fonts">{"slices":"/s.css","hasMask":true}</script></body></html>`

test('fonts come from the host that the deployment names, and the policy lets them in [S7.55]', async () => {
  const site = mkdtempSync(join(tmpdir(), 'fonts-'))
  writeFileSync(join(site, 'index.html'), PAGE)
  const host = 'https://fonts.example.org/house'
  expect(await cutFonts(site, `${host}/`)).toBe(1)
  const html = readFileSync(join(site, 'index.html'), 'utf8')
  expect(html).toContain(`"base":"${host}/"`)
  const policy = contentPolicy({ googleClientId: undefined, fontBaseUrl: host })
  expect(policy.directives).toContain("font-src 'self' https://fonts.example.org")
})

test('the same pages give the same bytes', async () => {
  const texts = await Promise.all(
    [1, 2].map(async () => {
      const site = mkdtempSync(join(tmpdir(), 'fonts-'))
      writeFileSync(join(site, 'index.html'), PAGE)
      await cutFonts(site, '/fonts/')
      return readFileSync(join(site, 'index.html'), 'utf8')
    }),
  )
  expect(texts[0]).toBe(texts[1])
})
