import { globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { buildConfig } from '../build-config.ts'
import { finishesItself } from '../finish.ts'
import { createFontBook } from './font-book.ts'

/** Where fonts come from: the host that the deployment names, else the site itself. */
export const FONT_BASE =
  buildConfig.fontBaseUrl === undefined ? '/fonts/' : `${buildConfig.fontBaseUrl}/`

/**
 * Cuts the fonts of all pages to what they show, once they are rendered, and writes into each page
 * which files it loads. Files are named by what they hold and are kept between builds.
 */
export function pageFonts(): AstroIntegration {
  return {
    name: 'page-fonts',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        if (finishesItself()) return
        const started = performance.now()
        const count = await cutFonts(fileURLToPath(dir), FONT_BASE, (done) =>
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
  const read = (file: string) => readFile(join(release, file), 'utf8')
  for (const file of globSync('**/*.html', { cwd: release }).toSorted()) {
    book.take(file, await read(file))
  }
  return book.cut({
    read,
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
