import { getArtistConfig, getArtistNewsList } from '#api/artist.ts'
import type { Locale } from '#i18n/locales.ts'
import { prepareNewsCards, preparePortraits } from './cards.ts'
import { readContent } from './client.ts'
import { preparePicture } from './pictures.ts'
import { getMediaBase } from './site.ts'

/** The season of artists with portraits ready to print. */
export async function getSeason(locale: Locale) {
  const base = await getMediaBase(locale)
  const { season, disciplines } = await readContent(getArtistConfig, locale)
  return {
    ...season,
    hero: await preparePicture(season.hero, base, 'hero'),
    artists: await preparePortraits(season.artists, base),
    disciplines,
  }
}

/** The newest news of the artists, at most `count`. */
export async function getArtistNews(locale: Locale, count: number) {
  const base = await getMediaBase(locale)
  const { items } = await readContent(getArtistNewsList, locale, { size: String(count) })
  return prepareNewsCards(items, base)
}
