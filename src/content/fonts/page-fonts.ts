import { globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { buildConfig } from '../build-config.ts'
import { createFontBook, type FontBook } from './font-book.ts'

/** Where fonts come from: the host that the deployment names, else the site itself. */
const fontBase = buildConfig.fontBaseUrl === undefined ? '/fonts/' : `${buildConfig.fontBaseUrl}/`

/** The fonts of the site that was built last in this process: a builder goes on with them. */
const BOOK = Symbol.for('entracte.font-book')
const shared = globalThis as { [BOOK]?: FontBook }
export const builtFontBook = (): FontBook | undefined => shared[BOOK]

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
        const count = await cutFonts(fileURLToPath(dir), fontBase, (done) =>
          logger.info(`fonts of ${done} pages so far`),
        )
        const seconds = ((performance.now() - started) / 1000).toFixed(1)
        logger.info(`fonts of ${count} pages in ${seconds} s`)
      },
    },
  }
}

/** Pages between two words about them. */
const TOLD_EVERY = 500

/**
 * Cuts the fonts of a rendered site and writes into its pages what they load.
 * @param base address of the folder that fonts come from, with a slash at the end
 * @param onPages told from time to time how many pages have been written
 * @returns how many pages it wrote
 */
export async function cutFonts(
  release: string,
  base: string,
  onPages: (done: number) => void = () => {},
): Promise<number> {
  let done = 0
  const book = createFontBook(base, readOnce(release))
  shared[BOOK] = book
  return book.cut({
    rendered: globSync('**/*.html', { cwd: release }).toSorted(),
    removed: [],
    read: (file) => readFile(join(release, file), 'utf8'),
    async write(file, html) {
      await writeFile(join(release, file), html)
      done += 1
      if (done % TOLD_EVERY === 0) onPages(done)
    },
  })
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
