import type { AstroIntegration } from 'astro'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#i18n/locales.ts'
import { href } from '#routes.ts'
import { finishesItself } from '../finish.ts'
import { listContentItems, type ContentItem } from './items.ts'

/** A line for each language that an item lacks. */
export function listMissingTexts(
  items: readonly Pick<ContentItem, 'route' | 'query' | 'title' | 'langs'>[],
): string[] {
  const missing = (langs: readonly Locale[]) => LOCALES.filter((locale) => !langs.includes(locale))
  return items.flatMap(({ route, query, title, langs }) =>
    missing(langs).map(
      (locale) => `no ${locale} text: ${href(route, DEFAULT_LOCALE, query)} ${title}`,
    ),
  )
}

/** The same of all content that the API has. */
export const findMissingTexts = async (): Promise<string[]> =>
  listMissingTexts(await listContentItems(DEFAULT_LOCALE))

/** Lists at the end of a build the items that lack one language. */
export function languageParity(): AstroIntegration {
  return {
    name: 'language-parity',
    hooks: {
      'astro:build:done': async ({ logger }) => {
        if (finishesItself()) return
        const lines = await findMissingTexts()
        for (const line of lines) logger.warn(line)
        if (lines.length === 0) logger.info('every item has its text in both languages')
      },
    },
  }
}
