import { getArtistConfig, getArtistDetail, getArtistList, getArtistNewsList } from '#api/artist.ts'
import type { Locale } from '#i18n/locales.ts'
import { prepareCards, preparePortrait, preparePortraits } from './cards.ts'
import { readContent } from './client.ts'
import { prepareBlocks } from './long-form.ts'
import { createIdList, readList } from './paging.ts'
import { preparePicture } from './pictures.ts'
import { getMediaBase } from './site.ts'

/** The season of artists with portraits prepared. */
export async function getSeason(locale: Locale) {
  const base = await getMediaBase(locale)
  const { season } = await readContent(getArtistConfig, locale)
  return {
    ...season,
    hero: await preparePicture(season.hero, base, 'hero'),
    artists: await preparePortraits(season.artists, base),
  }
}

/** The newest news of the artists, at most `count`. */
export async function getArtistNews(locale: Locale, count: number) {
  const base = await getMediaBase(locale)
  const { items } = await readContent(getArtistNewsList, locale, { size: String(count) })
  return prepareCards(items, 'image', base)
}

export const listArtistIds = createIdList(getArtistList)

/** Every artist with the portrait prepared. */
export async function getArtists(locale: Locale) {
  return preparePortraits(await readList(getArtistList, locale), await getMediaBase(locale))
}

/** One artist with works, long-form text and news prepared. */
export async function getArtist(locale: Locale, id: number) {
  const base = await getMediaBase(locale)
  const detail = await readContent(getArtistDetail, locale, { id: String(id) })
  return {
    ...(await preparePortrait(detail, base, 'hero')),
    body: await prepareBlocks(detail.body, base, locale, `artists ${id}`),
    news: await prepareCards(detail.news, 'image', base),
  }
}
export type ArtistContent = Awaited<ReturnType<typeof getArtist>>
