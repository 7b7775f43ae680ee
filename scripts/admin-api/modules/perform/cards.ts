import type { Locale } from '#api/language.ts'
import type { PerformanceCard, Show } from '#api/perform.ts'
import type { Place } from '#api/primitives.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'
import { countLeft, readShowState } from '../../states/show-state.ts'
import { findPlace, loadPlaces, pickName, readOccasion, uniqueById } from '../read/names.ts'
import { readCard, selectItemTexts } from '../read/texts.ts'
import { takesPlace, type PerformanceFacts, type ShowRow } from './facts.ts'

const selectTexts = (db: Reader, lang: Locale, ids: readonly number[]) =>
  db
    .selectFrom('performance')
    .innerJoin('genre', 'genre.id', 'performance.genre_id')
    .innerJoin(selectItemTexts('performance', lang), 'text.item_id', 'performance.id')
    .select(['performance.id', 'genre.name as genre_name', 'text.title', 'text.card'])
    .where('performance.id', 'in', ids)

/** Summary of shows on the card of their performance; cancelled and moved shows are left out. */
export function summariseShows(shows: readonly ShowRow[], places: ReadonlyMap<number, Place>) {
  const active = shows.filter(takesPlace)
  const [first, last] = [active.at(0), active.at(-1)]
  const showPlaces = active.map((show) => findPlace(places, show.hall_id))
  return {
    run:
      first && last ? { from: formatTime(first.starts_at), to: formatTime(last.starts_at) } : null,
    cities: uniqueById(showPlaces.map(({ city }) => city)),
    halls: uniqueById(showPlaces.map(({ hall }) => hall)),
  }
}

/** Cards of performances in the order of the list, in two queries. */
export async function loadPerformanceCards(
  db: Reader,
  lang: Locale,
  list: readonly PerformanceFacts[],
): Promise<PerformanceCard[]> {
  if (list.length === 0) return []
  const ids = list.map(({ id }) => id)
  const [rows, places] = await Promise.all([
    selectTexts(db, lang, ids).execute(),
    loadPlaces(db, lang),
  ])
  const texts = new Map(rows.map((row) => [row.id, row]))
  return list.flatMap(({ id, row, shows, state }) => {
    const text = texts.get(id)
    if (!text) return []
    const { subtitle, author, image } = readCard('performance', text.card)
    return {
      id,
      langs: readJson(row.langs),
      title: text.title,
      subtitle,
      author,
      genre: { id: row.genre_id, name: pickName(text.genre_name, lang) },
      poster: image,
      ...summariseShows(shows, places),
      price_from_fen: row.price_from_fen,
      state,
    }
  })
}

export function readShow(
  row: ShowRow,
  places: ReadonlyMap<number, Place>,
  lang: Locale,
  now: number,
): Show {
  return {
    id: row.id,
    ...readOccasion(row, places),
    note: row.note === null ? null : pickName(row.note, lang),
    features: readJson(row.features),
    member_sale_starts_at: formatTime(row.member_sale_starts_at),
    sale_starts_at: formatTime(row.sale_starts_at),
    price_from_fen: row.offered_from_fen ?? row.price_from_fen,
    places_left: countLeft(row),
    state: readShowState(row, now),
  }
}
