import pLimit from 'p-limit'
import type { PageFonts } from '#config.ts'
import { localeOfPath } from '#i18n/paths.ts'
import { ensureFile, hashOf } from '../media-store.ts'
import { createCharacterUse, type CommonText } from './character-use.ts'
import { findFile, houseSheet, makeHouseFonts, type HouseFile } from './house-fonts.ts'
import { preloadIslands, skipForwarders } from '../island-modules.ts'
import { makeLibrary } from './library.ts'
import { liveTextOf } from './live-text.ts'
import type { CommonNote } from './note-common-text.ts'
import { makeChineseFaces, makeEnglishFaces } from './page-faces.ts'
import { readPageText, type PageText } from './page-text.ts'
import { createCutter, type Cutter } from './subset.ts'
import type { FaceKey } from './typefaces.ts'

interface Page {
  isChinese: boolean
  hasIslands: boolean
  /** What it shows, kept small: the characters of each face in their order. */
  text: ReadonlyMap<FaceKey, string>
}

/** What all pages share; when it changes, every page is written anew. */
interface House {
  /** The text of pages that it was made of. */
  of: string
  house: HouseFile[]
  shared: { sheet: string; base: string; set: string }
  /** The address of the list of what holds other text of islands. */
  library: string
}

/** Where pages are while their fonts are cut. */
export interface PageTexts {
  /** A page as it was taken now, or as it was written before. */
  read(file: string): Promise<string>
  write(file: string, html: string): Promise<void>
}

export interface FontBook {
  /** Reads what a page shows, as it was rendered; it is not kept. */
  take(file: string, html: string): void
  /**
   * A page that was taken, with the fonts that it loads if pages still share what they shared last
   * time; if they do not, `cut` writes it anew.
   * @returns nothing when no last time is known
   */
  fillAhead(file: string, html: string): Promise<string | undefined>
  drop(file: string): void
  /**
   * Writes pages with the fonts that they load: those taken since the last time and not filled ahead, or
   * all when what they share has changed. Few pages are in memory at a time, however many there are.
   * @returns how many pages were written
   */
  cut(texts: PageTexts): Promise<number>
}

interface FontBookOptions {
  /** What pages shared last time, for pages that are filled ahead. */
  note?: CommonNote
  cutter?: Cutter
}

const NONE: PageText = new Map()
/** So many keep the threads that cut fonts busy. */
const PAGES_AT_ONCE = 16

/** The place that `components/head/Fonts.astro` leaves for what a page loads. */
const PLACE = /(<script type="application\/json" id="page-fonts">)([^<]*)(<\/script>)/

/**
 * The fonts of a site whose pages change: each page is read once, and cut anew when it or what all
 * share has changed.
 * @param base address of the folder that fonts come from, with a slash at the end
 * @param readAsset the text of a style sheet or a script of the site by its address
 */
export function createFontBook(
  base: string,
  readAsset: (path: string) => string,
  { note, cutter = createCutter() }: FontBookOptions = {},
): FontBook {
  const pages = new Map<string, Page>()
  const use = createCharacterUse()
  const taken = new Set<string>()
  /** What pages shared last time. */
  let last: Promise<House | undefined> = Promise.resolve(note?.read()).then(
    (common) => common && makeHouse(common),
  )

  function takePage(file: string, html: string): void {
    dropPage(file)
    if (!PLACE.test(html)) return
    taken.add(file)
    const isChinese = localeOfPath(`/${file.replace(/\.html$/, '')}`) === 'zh-cn'
    const text = readPageText(html, readAsset)
    if (isChinese) use.add(text)
    pages.set(file, {
      isChinese,
      hasIslands: html.includes('<astro-island'),
      text: new Map([...text].map(([face, characters]) => [face, [...characters].join('')])),
    })
  }

  function dropPage(file: string): void {
    const page = pages.get(file)
    if (page?.isChinese) use.remove(widen(page.text))
    pages.delete(file)
    taken.delete(file)
  }

  async function makeHouse(common: CommonText): Promise<House> {
    const house = await makeHouseFonts(common, cutter)
    const library = await makeLibrary(common, house, cutter)
    const sheet = await ensureText('house', 'css', houseSheet(house, base))
    const shared = { sheet, base, set: markOf(house) }
    const list = await ensureText('library', 'json', JSON.stringify(library))
    return { of: JSON.stringify(common), house, shared, library: list }
  }

  async function fillPage(file: string, html: string, made: House): Promise<string> {
    const page = pages.get(file)
    if (!page) return html
    const makeFaces = page.isChinese ? makeChineseFaces : makeEnglishFaces
    const ahead = page.hasIslands ? liveTextOf(file) : NONE
    const shop = { house: made.house, cutter }
    const { held, ...faces } = await makeFaces(widen(page.text), ahead, shop)
    const fonts = { ...made.shared, ...faces }
    if (!page.hasIslands) return fill(html, fonts)
    const live = fill(html, { ...fonts, held, library: made.library })
    return skipForwarders(preloadIslands(live, readAsset), readAsset)
  }

  return {
    take: takePage,
    drop: dropPage,
    async fillAhead(file, html) {
      const house = await last
      if (!house) return undefined
      taken.delete(file)
      return fillPage(file, html, house)
    },
    async cut({ read, write }) {
      const common = use.read()
      const known = await last
      const isKnown = known?.of === JSON.stringify(common)
      const house = isKnown ? known : await makeHouse(common)
      const files = isSame(known, house) ? [...taken] : [...pages.keys()]
      last = Promise.resolve(house)
      taken.clear()
      const limit = pLimit(PAGES_AT_ONCE)
      const writePage = async (file: string) =>
        write(file, await fillPage(file, await read(file), house))
      await limit.map(files, writePage)
      if (!isKnown) await note?.write(common)
      return files.length
    },
  }
}

/** These are named by what they hold, and they name all others. */
const isSame = (one: House | undefined, other: House): boolean =>
  one?.shared.sheet === other.shared.sheet && one.library === other.library

const widen = (text: Page['text']): PageText =>
  new Map([...text].map(([face, characters]) => [face, new Set(characters)]))

const ensureText = (name: string, ending: string, text: string): Promise<string> =>
  ensureFile(`fonts/${name}-${hashOf(text)}.${ending}`, async () => new TextEncoder().encode(text))

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
