import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { buildConfig } from '#content/build-config.ts'
import { createFontManager } from './font-manager.ts'
import { memoize } from './memoize.ts'

/** Base URL of fonts: the configured host, or else the site itself. */
export const FONT_BASE =
  buildConfig.fontBaseUrl === undefined ? '/fonts/' : `${buildConfig.fontBaseUrl}/`

/**
 * Subsets the fonts of all rendered pages and writes the list of files into each page. Files are named by
 * their content and cached between builds.
 */
export function pageFonts(): AstroIntegration {
  return {
    name: 'page-fonts',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const started = performance.now()
        const count = await subsetFonts(fileURLToPath(dir), FONT_BASE, (done) =>
          logger.info(`fonts of ${done} pages so far`),
        )
        const seconds = ((performance.now() - started) / 1000).toFixed(1)
        logger.info(`fonts of ${count} pages in ${seconds} s`)
      },
    },
  }
}

/** Number of pages between two progress messages. */
const REPORT_EVERY = 500

/**
 * Subsets the fonts of a rendered site and writes the list of files into its pages.
 * @param base URL of the fonts folder, with a trailing slash
 * @param onPages called every `REPORT_EVERY` pages with the number of pages written
 * @returns the number of pages written
 */
export async function subsetFonts(
  release: string,
  base: string,
  onPages: (done: number) => void = () => {},
): Promise<number> {
  let done = 0
  const fonts = createFontManager(base, createAssetReader(release))
  const read = (file: string) => readFile(join(release, file), 'utf8')
  for (const file of globSync('**/*.html', { cwd: release }).toSorted()) {
    fonts.addPage(file, await read(file))
  }
  return fonts.writePages({
    read,
    async write(file, html) {
      await writeFile(join(release, file), html)
      done += 1
      if (done % REPORT_EVERY === 0) onPages(done)
    },
  })
}

/** Creates a cached reader of the files of a folder; missing files are empty. */
export const createAssetReader = (folder: string): ((path: string) => string) =>
  memoize((path: string) => {
    const file = join(folder, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  })
