import type { AstroIntegration } from 'astro'
import { DEFAULT_LOCALE, SITE_LOCALES } from '#i18n/locales.ts'
import { href } from '#routes.ts'
import { listContentItems, type ContentItem } from './items.ts'

/** Lists the missing languages of items, one line each. */
export function listMissingTexts(
  items: readonly Pick<ContentItem, 'route' | 'query' | 'title' | 'langs'>[],
): string[] {
  return items.flatMap(({ route, query, title, langs }) =>
    SITE_LOCALES.filter((locale) => !langs.includes(locale)).map(
      (locale) => `no ${locale} text: ${href(route, DEFAULT_LOCALE, query)} ${title}`,
    ),
  )
}

/** Lists the missing languages of all content. */
export const findMissingTexts = async (): Promise<string[]> =>
  listMissingTexts(await listContentItems(DEFAULT_LOCALE))

/** Logs items without a translation at the end of a build. */
export function languageParity(): AstroIntegration {
  return {
    name: 'language-parity',
    hooks: {
      'astro:build:done': async ({ logger }) => {
        const lines = await findMissingTexts()
        for (const line of lines) logger.warn(line)
        if (lines.length === 0) logger.info('every item has texts in all languages')
      },
    },
  }
}
