import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { PageFonts } from '#config.ts'
import { localeOfPath } from '#i18n/paths.ts'
import { buildConfig } from '../build-config.ts'
import { ensureFile, hashOf } from '../media-store.ts'
import { findFile, houseSheet, makeHouseFonts, type HouseFile } from './house-fonts.ts'
import { makeLibrary } from './library.ts'
import { readIslandText } from './island-text.ts'
import { makeChineseFaces, makeEnglishFaces } from './page-faces.ts'
import { readPageText, type PageText } from './page-text.ts'
import { createCutter } from './subset.ts'

interface Page {
  file: string
  html: string
  isChinese: boolean
  text: PageText
}

/** Where fonts come from: the host that the deployment names, else the site itself. */
const fontBase = buildConfig.fontBaseUrl === undefined ? '/fonts/' : `${buildConfig.fontBaseUrl}/`

/** The place that `components/head/Fonts.astro` leaves for what a page loads. */
const PLACE = /(<script type="application\/json" id="page-fonts">)([^<]*)(<\/script>)/

/**
 * Cuts the fonts of all pages to what they show, once they are rendered, and writes into each page
 * which files it loads. Files are named by what they hold and are kept between builds.
 */
export function pageFonts(): AstroIntegration {
  return {
    name: 'page-fonts',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const started = performance.now()
        const count = await cutFonts(fileURLToPath(dir), fontBase)
        const seconds = ((performance.now() - started) / 1000).toFixed(1)
        logger.info(`fonts of ${count} pages in ${seconds} s`)
      },
    },
  }
}

/**
 * Cuts the fonts of a rendered site and writes into its pages what they load.
 * @param base address of the folder that fonts come from, with a slash at the end
 * @returns how many pages it wrote
 */
export async function cutFonts(release: string, base: string): Promise<number> {
  const read = readOnce(release)
  const pages = readPages(release, read)
  const cutter = createCutter()
  try {
    const chinese = pages.filter(({ isChinese }) => isChinese).map(({ text }) => text)
    const house = await makeHouseFonts(chinese, cutter)
    const css = houseSheet(house, base)
    const library = await makeLibrary(chinese, house, cutter)
    const [sheet, librarySheet] = await Promise.all([
      ensureSheet('house', css),
      ensureSheet('library', houseSheet(library, base)),
    ])
    const shop = { house, cutter }
    const common = { sheet, base, set: markOf(house) }
    await Promise.all(
      pages.map(async ({ file, html, isChinese, text }) => {
        const { own, ...faces } = isChinese
          ? await makeChineseFaces(text, readIslandText(html, read), shop)
          : await makeEnglishFaces(text, shop)
        await writeFile(
          join(release, file),
          fill(html, {
            ...common,
            ...faces,
            ...(hasIslands(html) && { own, library: librarySheet }),
          }),
        )
      }),
    )
  } finally {
    await cutter.close()
  }
  return pages.length
}

const ensureSheet = (name: string, css: string): Promise<string> =>
  ensureFile(`fonts/${name}-${hashOf(css)}.css`, async () => new TextEncoder().encode(css))

const hasIslands = (html: string): boolean => html.includes('<astro-island')

/** The mark of the shared files that masks wait for: a new article does not change it. */
function markOf(house: readonly HouseFile[]): string {
  const faces = ['serif-400', 'display-500i', 'display-600', 'numeral-500'] as const
  return hashOf(faces.map((face) => findFile(house, face, '0').name).join(' ')).slice(0, 8)
}

/** Reads files of the release, each once; what is not there is empty. */
function readOnce(release: string): (path: string) => string {
  const known = new Map<string, string>()
  return (path) => {
    const text = known.get(path) ?? readIfThere(join(release, path))
    known.set(path, text)
    return text
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function readPages(release: string, read: (path: string) => string): Page[] {
  return globSync('**/*.html', { cwd: release })
    .toSorted()
    .map((file) => ({ file, html: readFileSync(join(release, file), 'utf8') }))
    .filter(({ html }) => PLACE.test(html))
    .map(({ file, html }) => ({
      file,
      html,
      isChinese: localeOfPath(`/${file.replace(/\.html$/, '')}`) === 'zh-cn',
      text: readPageText(html, read),
    }))
}

function fill(html: string, fonts: Omit<PageFonts, 'slices' | 'hasMask'>): string {
  return html.replace(PLACE, (_, before: string, json: string, after: string) => {
    const printed = JSON.parse(json) as Pick<PageFonts, 'slices' | 'hasMask'>
    const { slices, hasMask } = printed
    return before + JSON.stringify({ slices, hasMask, ...fonts }) + after
  })
}
