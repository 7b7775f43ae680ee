import pLimit from 'p-limit'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { PageFonts } from '#config.ts'
import { getPathLocale } from '#i18n/paths.ts'
import { ensureFile, hashContent } from '#integrations/media/media-store.ts'
import { preloadIslands, replaceForwardingScripts } from '#integrations/bundle/island-modules.ts'
import { createCharacterStatistics, type CharacterStatistics } from './character-statistics.ts'
import {
  findFile,
  renderSharedSheet,
  makeSharedFonts,
  type SharedFontFile,
} from './shared-fonts.ts'
import { makeFaces } from './page-faces.ts'
import { readPageText, type PageText } from './page-text.ts'
import { makeSlices } from './slices.ts'
import { createSubsetter, type Subsetter } from './subset.ts'
import type { FaceKey } from './typefaces.ts'

interface Page {
  isChinese: boolean
  hasIslands: boolean
  /** The characters of each face in text order, as compact strings. */
  text: ReadonlyMap<FaceKey, string>
}

/** The fonts that pages share; when they change, every page is rewritten. */
interface SharedFonts {
  /** The character statistics that the fonts were made from, as JSON. */
  statistics: string
  files: SharedFontFile[]
  links: { sheet: string; base: string; set: string }
  /** URL of the style sheet for dynamic text. */
  slices: string
}

/** Storage of pages while their fonts are subset. */
interface PageTexts {
  /** Reads a page as it was added or last written. */
  read(file: string): string | Promise<string>
  write(file: string, html: string): Promise<void>
}

/** Enough to keep the subsetting threads busy. */
const PAGES_AT_ONCE = 16

/** The placeholder that `components/head/Fonts.astro` renders. */
const PLACEHOLDER = /(<script type="application\/json" id="page-fonts">)([^<]*)(<\/script>)/

/**
 * Manages the fonts of a site incrementally: each page is read once and rewritten when its text or the
 * shared fonts change.
 * @param base URL of the fonts folder, with a trailing slash
 * @param readAsset reads a style sheet or script of the site by its path
 */
export function createFontManager(
  base: string,
  readAsset: (path: string) => string,
  subsetter: Subsetter = createSubsetter(),
) {
  const pages = new Map<string, Page>()
  const statistics = createCharacterStatistics()
  const added = new Set<string>()
  /** The shared fonts of the last run. */
  let last: SharedFonts | undefined

  /** Reads the text of a rendered page; the HTML is not retained. */
  function addPage(file: string, html: string): void {
    removePage(file)
    if (!PLACEHOLDER.test(html)) return
    added.add(file)
    const locale = getPathLocale(`/${file.replace(/\.html$/, '')}`)
    const isChinese = LOCALE_TRAITS[locale].script === 'han'
    const text = readPageText(html, readAsset)
    if (isChinese) statistics.add(text)
    pages.set(file, {
      isChinese,
      hasIslands: html.includes('<astro-island'),
      text: new Map([...text].map(([face, characters]) => [face, [...characters].join('')])),
    })
  }

  function removePage(file: string): void {
    const page = pages.get(file)
    if (page?.isChinese) statistics.remove(widen(page.text))
    pages.delete(file)
    added.delete(file)
  }

  async function makeShared(current: CharacterStatistics): Promise<SharedFonts> {
    const files = await makeSharedFonts(current, subsetter)
    const sheet = await ensureSheet('shared', renderSharedSheet(files, base))
    const links = { sheet, base, set: hashMaskFonts(files) }
    const slices = await ensureSheet('slices', await makeSlices(current, files, base, subsetter))
    return { statistics: JSON.stringify(current), files, links, slices }
  }

  async function fillPage(file: string, html: string, shared: SharedFonts): Promise<string> {
    const page = pages.get(file)
    if (!page) return html
    const script = page.isChinese ? 'han' : 'latin'
    const faces = await makeFaces(widen(page.text), script, {
      sharedFiles: shared.files,
      subsetter,
    })
    const fonts = { ...shared.links, ...faces }
    if (!page.hasIslands) return fill(html, { ...fonts, slicesOnDemand: shared.slices })
    const live = fill(html, { ...fonts, slices: shared.slices })
    return replaceForwardingScripts(preloadIslands(live, readAsset), readAsset)
  }

  return {
    addPage,
    removePage,
    /**
     * Writes the font list into pages: those added since the last call, or all when the shared fonts have
     * changed. Only a few pages are in memory at a time.
     * @returns how many pages were written
     */
    async writePages({ read, write }: PageTexts): Promise<number> {
      const current = statistics.read()
      const shared = last?.statistics === JSON.stringify(current) ? last : await makeShared(current)
      const files = isSame(last, shared) ? [...added] : [...pages.keys()]
      last = shared
      added.clear()
      const limit = pLimit(PAGES_AT_ONCE)
      const writePage = async (file: string) =>
        write(file, await fillPage(file, await read(file), shared))
      await limit.map(files, writePage)
      return files.length
    },
  }
}

export type FontManager = ReturnType<typeof createFontManager>

/** Compares file names, which contain content hashes. */
const isSame = (one: SharedFonts | undefined, other: SharedFonts): boolean =>
  one?.links.sheet === other.links.sheet && one.slices === other.slices

const widen = (text: Page['text']): PageText =>
  new Map([...text].map(([face, characters]) => [face, new Set(characters)]))

const ensureSheet = (name: string, css: string): Promise<string> =>
  ensureFile(`fonts/${name}-${hashContent(css)}.css`, async () => Buffer.from(css))

/** Hash of the shared files that the loading mask waits for; new articles do not change it. */
function hashMaskFonts(sharedFiles: readonly SharedFontFile[]): string {
  const faces = ['latin-400', 'display-500i', 'display-600', 'numeral-500'] as const
  return hashContent(faces.map((face) => findFile(sharedFiles, face, '0').name).join(' ')).slice(
    0,
    8,
  )
}

function fill(html: string, fonts: Omit<PageFonts, 'wholeSerif' | 'hasMask'>): string {
  return html.replace(PLACEHOLDER, (_, before: string, json: string, after: string) => {
    const initial = JSON.parse(json) as Pick<PageFonts, 'wholeSerif' | 'hasMask'>
    return before + JSON.stringify({ ...initial, ...fonts }) + after
  })
}
