import { getSearchRecommend, type SearchHit } from '#api/search.ts'
import type { Picture } from '#blocks/long-form.ts'
import type { Locale } from '#i18n/locales.ts'
import { readContent } from './client.ts'
import { preparePicture } from './pictures.ts'
import { getMediaBase } from './site.ts'

export type RecommendedItem = Omit<SearchHit, 'image' | 'title_marks' | 'excerpt'> & {
  picture: Picture
}

/** Suggested search words. */
export async function getSearchWords(locale: Locale): Promise<string[]> {
  return (await readContent(getSearchRecommend, locale)).words
}

/** Suggested search words, and recommended items with images prepared. */
export async function getRecommendations(locale: Locale) {
  const base = await getMediaBase(locale)
  const { words, items } = await readContent(getSearchRecommend, locale)
  return {
    words,
    items: await Promise.all(
      items.map(async ({ kind, id, title, summary, date, image }): Promise<RecommendedItem> => ({
        kind,
        id,
        title,
        summary,
        date,
        picture: await preparePicture(image, base),
      })),
    ),
  }
}
