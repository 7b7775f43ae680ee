import { beforeAll, expect, test } from 'vitest'
import { createFontManager, type FontManager } from '#integrations/fonts/font-manager.ts'
import { nameSubset, type Subsetter } from '#integrations/fonts/subset.ts'

const PLACEHOLDER =
  '<script type="application/json" id="page-fonts">{"wholeSerif":"s","hasMask":true}</script>'
const renderPage = (lang: string, text: string): string =>
  `<html lang="${lang}"><head>${PLACEHOLDER}</head><body><p>${text}</p></body></html>`

const SITE = new Map([
  ['index.html', renderPage('zh-CN', '饕餮开场')],
  ['about.html', renderPage('zh-CN', '饕餮的人')],
  ['en.html', renderPage('en', 'The teahouse opens')],
])

/** Writes the fonts of a site after adding pages. @returns the written pages by file */
async function writeFonts(
  fonts: FontManager,
  site: ReadonlyMap<string, string>,
  added: Iterable<string> = site.keys(),
): Promise<Map<string, string>> {
  for (const file of added) fonts.addPage(file, site.get(file) ?? '')
  const written = new Map<string, string>()
  await fonts.writePages({
    read: (file) => Promise.resolve(site.get(file) ?? ''),
    async write(file, html) {
      written.set(file, html)
    },
  })
  return written
}

/** A subsetter that names files as usual and writes none. */
const subsetter: Subsetter = {
  ensureSubset: (face, characters) => Promise.resolve(nameSubset(face, characters)),
}
const createFonts = () => createFontManager('/fonts/', () => '', subsetter)

let first: Map<string, string>
beforeAll(async () => {
  first = await writeFonts(createFonts(), SITE)
})

test('writes every page of a new site with its fonts', () => {
  expect(new Set(first.keys())).toEqual(new Set(SITE.keys()))
  for (const html of first.values()) expect(html).not.toContain(PLACEHOLDER)
})

test('rewrites only the changed page if the shared fonts stay the same', async () => {
  const fonts = createFonts()
  await writeFonts(fonts, SITE)
  const changed = new Map([...SITE, ['en.html', renderPage('en', 'The teahouse closes')]])
  expect([...(await writeFonts(fonts, changed, ['en.html'])).keys()]).toEqual(['en.html'])
})

test('rewrites every page if a change affects the shared fonts', async () => {
  const fonts = createFonts()
  await writeFonts(fonts, SITE)
  const changed = new Map([...SITE, ['about.html', renderPage('zh-CN', '貔貅的人')]])
  const written = await writeFonts(fonts, changed, ['about.html'])
  expect(written).toEqual(await writeFonts(createFonts(), changed))
})
