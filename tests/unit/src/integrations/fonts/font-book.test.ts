import { beforeAll, expect, test } from 'vitest'
import { createFontBook, type FontBook } from '#integrations/fonts/font-book.ts'
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

/** Cuts the fonts of a site of which the pages `taken` are new. @returns the pages written */
async function cut(
  book: FontBook,
  site: ReadonlyMap<string, string>,
  taken: Iterable<string> = site.keys(),
): Promise<Map<string, string>> {
  for (const file of taken) book.addPage(file, site.get(file) ?? '')
  const written = new Map<string, string>()
  await book.writePages({
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
const openBook = () => createFontBook('/fonts/', () => '', subsetter)

let first: Map<string, string>
beforeAll(async () => {
  first = await cut(openBook(), SITE)
})

test('every page of a new site is written with its fonts', () => {
  expect([...first.keys()]).toEqual([...SITE.keys()])
  for (const html of first.values()) expect(html).not.toContain(PLACE)
})

test('a page that does not change shared fonts is written alone', async () => {
  const book = openBook()
  await cut(book, SITE)
  const changed = new Map([...SITE, ['en.html', print('en', 'The teahouse closes')]])
  expect([...(await cut(book, changed, ['en.html'])).keys()]).toEqual(['en.html'])
})

test('a page that changes shared fonts causes every page to be written', async () => {
  const book = openBook()
  await cut(book, SITE)
  const changed = new Map([...SITE, ['about.html', print('zh-CN', '貔貅的人')]])
  const written = await cut(book, changed, ['about.html'])
  expect(written).toEqual(await cut(openBook(), changed))
})
