import type { PageFonts } from '#config.ts'
import { localeOfPath } from '#i18n/paths.ts'
import { ensureFile, hashOf } from '../media-store.ts'
import { createCharacterUse } from './character-use.ts'
import { findFile, houseSheet, makeHouseFonts, type HouseFile } from './house-fonts.ts'
import { readIslandText } from './island-text.ts'
import { makeLibrary } from './library.ts'
import { makeChineseFaces, makeEnglishFaces } from './page-faces.ts'
import { readPageText, type PageText } from './page-text.ts'
import { createCutter } from './subset.ts'
import type { FaceKey } from './typefaces.ts'

interface Page {
  isChinese: boolean
  hasIslands: boolean
  /** What it shows, kept small: the characters of each face in their order. */
  text: ReadonlyMap<FaceKey, string>
  /** What its islands may show by themselves. */
  live: ReadonlySet<string>
}

/** What all pages share; when it changes, every page is written anew. */
interface House {
  house: HouseFile[]
  common: { sheet: string; base: string; set: string }
  librarySheet: string
}

export interface FontBook {
  /**
   * Takes pages as they were rendered, by file name, and those that are gone.
   * @param readPage a page of before as it was written last
   * @returns the pages that are to be written, with the fonts that they load
   */
  cut(
    rendered: ReadonlyMap<string, string>,
    removed: Iterable<string>,
    readPage: (file: string) => Promise<string>,
  ): Promise<Map<string, string>>
}

/** The place that `components/head/Fonts.astro` leaves for what a page loads. */
const PLACE = /(<script type="application\/json" id="page-fonts">)([^<]*)(<\/script>)/

/**
 * The fonts of a site whose pages change: each page is read once, and cut anew when it or what all
 * share has changed.
 * @param base address of the folder that fonts come from, with a slash at the end
 * @param readAsset the text of a style sheet or a script of the site by its address
 */
export function createFontBook(base: string, readAsset: (path: string) => string): FontBook {
  const pages = new Map<string, Page>()
  const use = createCharacterUse()
  const cutter = createCutter()
  let last: string | undefined

  function takePage(file: string, html: string): void {
    dropPage(file)
    const isChinese = localeOfPath(`/${file.replace(/\.html$/, '')}`) === 'zh-cn'
    const text = readPageText(html, readAsset)
    if (isChinese) use.add(text)
    pages.set(file, {
      isChinese,
      hasIslands: html.includes('<astro-island'),
      text: new Map([...text].map(([face, characters]) => [face, [...characters].join('')])),
      live: isChinese ? readIslandText(html, readAsset) : new Set(),
    })
  }

  function dropPage(file: string): void {
    const page = pages.get(file)
    if (page?.isChinese) use.remove(widen(page.text))
    pages.delete(file)
  }

  async function makeHouse(): Promise<House> {
    const house = await makeHouseFonts(use.read(), cutter)
    const library = await makeLibrary(use.read(), house, cutter)
    const [sheet, librarySheet] = await Promise.all([
      ensureSheet('house', houseSheet(house, base)),
      ensureSheet('library', houseSheet(library, base)),
    ])
    return { house, common: { sheet, base, set: markOf(house) }, librarySheet }
  }

  async function fillPage(file: string, html: string, made: House): Promise<string> {
    const page = pages.get(file)
    if (!page) return html
    const shop = { house: made.house, cutter }
    const { own, ...faces } = page.isChinese
      ? await makeChineseFaces(widen(page.text), page.live, shop)
      : await makeEnglishFaces(widen(page.text), shop)
    const live = page.hasIslands && { own, library: made.librarySheet }
    return fill(html, { ...made.common, ...faces, ...live })
  }

  return {
    async cut(rendered, removed, readPage) {
      for (const file of removed) dropPage(file)
      const taken = [...rendered].filter(([, html]) => PLACE.test(html))
      for (const [file, html] of taken) takePage(file, html)
      const house = await makeHouse()
      const mark = JSON.stringify(house)
      const files = mark === last ? taken.map(([file]) => file) : [...pages.keys()]
      last = mark
      const written = await Promise.all(
        files.map(async (file) => {
          const html = rendered.get(file) ?? (await readPage(file))
          return [file, await fillPage(file, html, house)] satisfies [string, string]
        }),
      )
      return new Map(written)
    },
  }
}

const widen = (text: Page['text']): PageText =>
  new Map([...text].map(([face, characters]) => [face, new Set(characters)]))

const ensureSheet = (name: string, css: string): Promise<string> =>
  ensureFile(`fonts/${name}-${hashOf(css)}.css`, async () => new TextEncoder().encode(css))

/** The mark of the shared files that masks wait for: a new article does not change it. */
function markOf(house: readonly HouseFile[]): string {
  const faces = ['serif-400', 'display-500i', 'display-600', 'numeral-500'] as const
  return hashOf(faces.map((face) => findFile(house, face, '0').name).join(' ')).slice(0, 8)
}

function fill(html: string, fonts: Omit<PageFonts, 'slices' | 'hasMask'>): string {
  return html.replace(PLACE, (_, before: string, json: string, after: string) => {
    const printed = JSON.parse(json) as Pick<PageFonts, 'slices' | 'hasMask'>
    const { slices, hasMask } = printed
    return before + JSON.stringify({ slices, hasMask, ...fonts }) + after
  })
}
