import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { DEFAULT_LOCALE, LOCALES, LOCALE_TRAITS } from './locales.ts'

/**
 * One page file serves every locale: each page of `src/pages` is injected again under its prefix, and
 * so is each endpoint (`.ts`) of an area. Endpoints beside the areas speak for the whole site.
 */
export function localizedRoutes(): AstroIntegration {
  return {
    name: 'localized-routes',
    hooks: {
      'astro:config:setup': ({ config, injectRoute }) => {
        const pages = new URL('pages/', config.srcDir)
        for (const file of globSync(['**/*.astro', '*/**/*.ts'], { cwd: fileURLToPath(pages) })) {
          const pattern = `/${file.replace(/\.(astro|ts)$/, '')}`.replace(/\/index$/, '')
          for (const locale of LOCALES.filter((candidate) => candidate !== DEFAULT_LOCALE)) {
            injectRoute({
              pattern: LOCALE_TRAITS[locale].prefix + pattern,
              entrypoint: new URL(file, pages),
              prerender: true,
            })
          }
        }
      },
    },
  }
}
