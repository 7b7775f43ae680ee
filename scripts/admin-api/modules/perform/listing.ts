import type { PerformanceState } from '#api/availability.ts'
import type { QueryOf } from '#api/index.ts'
import type { PerformanceCard } from '#api/perform.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'
import { loadNewestNews } from '../news/news.ts'
import { loadPlaces, loadRefs } from '../read/names.ts'
import { takePage } from '../read/page.ts'
import { loadPage, type ReadContext } from '../read/texts.ts'
import { loadPerformanceCards, summariseShows } from './cards.ts'
import {
  loadPerformanceFacts,
  sortPerformances,
  takesPlace,
  type PerformanceFacts,
} from './facts.ts'

/** Past performances on the index page; the list has all of them. */
const MAX_PAST = 24
const ON_SALE = new Set<PerformanceState>(['on_sale', 'few_left', 'sold_out', 'cancelled'])

/** Cities other than the home city with coming shows, and the performances there with their dates and halls. */
async function loadTours(
  db: Reader,
  { lang, now }: ReadContext,
  list: readonly PerformanceFacts[],
  cards: readonly PerformanceCard[],
) {
  const [cities, places, { default_city_id: home }] = await Promise.all([
    loadRefs(db, 'city', lang),
    loadPlaces(db, lang),
    loadPage(db, 'site', lang),
  ])
  const shows = new Map(list.map((facts) => [facts.id, facts.shows]))
  const listTour = (cityId: number) =>
    cards.flatMap((card) => {
      const inCity = (shows.get(card.id) ?? []).filter(
        ({ hall_id: hall }) => places.get(hall)?.city.id === cityId,
      )
      const isComing = inCity.some((show) => takesPlace(show) && show.ends_at > now)
      return isComing ? [{ ...card, ...summariseShows(inCity, places) }] : []
    })
  return cities
    .filter(({ id }) => id !== home)
    .map((city) => ({ city, performances: listTour(city.id) }))
    .filter(({ performances }) => performances.length > 0)
}

export async function loadPerformIndex(db: Reader, context: ReadContext) {
  const { lang, now } = context
  const all = sortPerformances(await loadPerformanceFacts(db, now), now)
  // Limited before the cards are loaded.
  const past = all.filter(({ state }) => state === 'past').slice(0, MAX_PAST)
  const list = [...all.filter(({ state }) => state !== 'past'), ...past]
  const [cards, news] = await Promise.all([
    loadPerformanceCards(db, lang, list),
    loadNewestNews(db, { kind: 'performance', lang }),
  ])
  return {
    on_sale: cards.filter(({ state }) => ON_SALE.has(state)),
    coming: cards.filter(({ state }) => state === 'coming'),
    past: cards.filter(({ state }) => state === 'past'),
    tours: await loadTours(db, context, list, cards),
    news,
    server_time: formatTime(now),
  }
}

type ListQuery = ReadContext & QueryOf<'GET /api/perform/list'>

export async function listPerformances(db: Reader, query: ListQuery) {
  const { lang, now, genre_id, city_id, state } = query
  const [all, places] = await Promise.all([loadPerformanceFacts(db, now), loadPlaces(db, lang)])
  const playsInCity = ({ shows }: PerformanceFacts) =>
    shows.filter(takesPlace).some((show) => places.get(show.hall_id)?.city.id === city_id)
  const matches = sortPerformances(all, now)
    .filter(({ row }) => genre_id === undefined || row.genre_id === genre_id)
    .filter((facts) => state === undefined || facts.state === state)
    .filter((facts) => city_id === undefined || playsInCity(facts))
  const { items, ...page } = takePage(matches, query)
  return { ...page, items: await loadPerformanceCards(db, lang, items) }
}
