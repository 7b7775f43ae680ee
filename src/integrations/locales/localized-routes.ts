import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { listPagePatterns } from './page-patterns.ts'

/** Serves every locale from one page file: injects each page of `src/pages` again under the locale's prefix. */
export function localizedRoutes(): AstroIntegration {
  return {
    name: 'localized-routes',
    hooks: {
      'astro:config:setup': ({ config, injectRoute }) => {
        const pages = new URL('pages/', config.srcDir)
        for (const file of globSync('**/*.{astro,ts}', { cwd: fileURLToPath(pages) })) {
          const [, ...further] = listPagePatterns(file)
          for (const pattern of further) injectRoute({ pattern, entrypoint: new URL(file, pages) })
        }
      },
    },
  }
}
