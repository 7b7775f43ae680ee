import { getSearchRecommend } from '#api/search.ts'
import type { Section } from '#api/sections.ts'
import { getInit } from '#api/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { prepareCards } from './cards.ts'
import { readContent } from './client.ts'
import { readUnlessFaulty } from './query-cache/content-fault.ts'
import { getMediaBase } from './site.ts'

/** The suggested search words; none while they are faulty, because the pages of results do without. */
export async function getSearchWords(locale: Locale): Promise<string[]> {
  return (await readUnlessFaulty(readContent(getSearchRecommend, locale)))?.words ?? []
}

/** The parts of the site whose pages can be found: its sections, and the pages of members if they can log in. */
export async function getSearchedParts(locale: Locale): Promise<(Section | 'members')[]> {
  const { site, can_log_in } = await readContent(getInit, locale)
  return can_log_in ? [...site.sections, 'members'] : site.sections
}

/** Suggested search words, and recommended items with images prepared. */
export async function getRecommendations(locale: Locale) {
  const base = await getMediaBase(locale)
  const { words, items } = await readContent(getSearchRecommend, locale)
  return {
    words,
    items: await prepareCards(items, 'image', base),
  }
}
export type RecommendedItem = Awaited<ReturnType<typeof getRecommendations>>['items'][number]
