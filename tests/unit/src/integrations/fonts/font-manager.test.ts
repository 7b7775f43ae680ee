import { beforeAll, expect, test } from 'vitest'
import { createFontManager, type FontManager } from '#integrations/fonts/font-manager.ts'
import { nameSubset, type Subsetter } from '#integrations/fonts/subset.ts'

const PLACE =
  '<script type="application/json" id="page-fonts">{"wholeSerif":"s","hasMask":true}</script>'
const print = (lang: string, text: string): string =>
  `<html lang="${lang}"><head>${PLACE}</head><body><p>${text}</p></body></html>`

const SITE = new Map([
  ['index.html', print('zh-CN', '饕餮开场')],
  ['about.html', print('zh-CN', '饕餮的人')],
  ['en.html', print('en', 'The teahouse opens')],
])

/** Writes the fonts of a site to which the pages `added` have been added. @returns the pages written */
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

/** Names files as always, and cuts none. */
const subsetter: Subsetter = {
  ensureSubset: (face, characters) => Promise.resolve(nameSubset(face, characters)),
}
const createFonts = () => createFontManager('/fonts/', () => '', subsetter)

let first: Map<string, string>
beforeAll(async () => {
  first = await writeFonts(createFonts(), SITE)
})

test('every page of a new site is written with its fonts', () => {
  expect([...first.keys()]).toEqual([...SITE.keys()])
  for (const html of first.values()) expect(html).not.toContain(PLACE)
})

test('a page that does not change shared fonts is written alone', async () => {
  const fonts = createFonts()
  await writeFonts(fonts, SITE)
  const changed = new Map([...SITE, ['en.html', print('en', 'The teahouse closes')]])
  expect([...(await writeFonts(fonts, changed, ['en.html'])).keys()]).toEqual(['en.html'])
})

test('a page that changes shared fonts causes every page to be written', async () => {
  const fonts = createFonts()
  await writeFonts(fonts, SITE)
  const changed = new Map([...SITE, ['about.html', print('zh-CN', '貔貅的人')]])
  const written = await writeFonts(fonts, changed, ['about.html'])
  expect(written).toEqual(await writeFonts(createFonts(), changed))
})
