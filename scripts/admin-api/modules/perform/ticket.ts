import { notFound } from '../../errors.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'
import { countLeft, readShowState } from '../../states/show-state.ts'
import { loadPlaces, pickName } from '../read/names.ts'
import type { ReadContext } from '../read/texts.ts'
import { loadPerformanceCards, readShow } from './cards.ts'
import { loadPerformanceFacts } from './facts.ts'

/** Tiers of published shows with the columns for their state. */
const selectPlaces = (db: Reader) =>
  db
    .selectFrom('show_tier')
    .innerJoin('tier', 'tier.id', 'show_tier.tier_id')
    .innerJoin('show', 'show.id', 'show_tier.show_id')
    .innerJoin('performance', 'performance.id', 'show.performance_id')
    .where('tier.published', '=', 1)
    .where('show.published', '=', 1)
    .where('performance.published', '=', 1)
    .select([
      'show.id as show_id',
      'show.starts_at',
      'show.ends_at',
      'show.cancelled',
      'show.moved',
      'performance.sale_starts_at',
      'tier.id',
      'tier.name',
      'tier.price_fen',
      'tier.member_price_fen',
      'show_tier.stock',
      'show_tier.held',
      'show_tier.sold',
    ])
type PlacesRow = Awaited<ReturnType<ReturnType<typeof selectPlaces>['execute']>>[number]

const readTierPlaces = (row: PlacesRow, { lang, now }: ReadContext) => ({
  id: row.id,
  name: pickName(row.name, lang),
  price_fen: row.price_fen,
  member_price_fen: row.member_price_fen,
  places_left: countLeft(row),
  state: readShowState(row, now),
})

/** Data of the ticket page: shows that are not over, each with its tiers. @throws RequestError not_found */
export async function loadTickets(db: Reader, { id, lang, now }: ReadContext & { id: number }) {
  const [facts] = await loadPerformanceFacts(db, now, [id])
  if (!facts) throw notFound()
  const [[card], places, rows] = await Promise.all([
    loadPerformanceCards(db, lang, [facts]),
    loadPlaces(db, lang),
    selectPlaces(db).where('show.performance_id', '=', id).orderBy('tier.position').execute(),
  ])
  if (!card) throw notFound()
  const tiers = Map.groupBy(rows, ({ show_id }) => show_id)
  return {
    performance: card,
    order_limit: facts.row.order_limit,
    account_limit: facts.row.account_limit,
    shows: facts.shows
      .filter((show) => show.ends_at > now)
      .map((show) => ({
        ...readShow(show, places, lang, now),
        tiers: (tiers.get(show.id) ?? []).map((tier) => readTierPlaces(tier, { lang, now })),
      })),
    server_time: formatTime(now),
  }
}

/** Places left of one tier of a show. @throws RequestError not_found */
export async function loadTicketPlaces(
  db: Reader,
  { showId, tierId, ...context }: ReadContext & { showId: number; tierId: number },
) {
  const row = await selectPlaces(db)
    .where('show.id', '=', showId)
    .where('tier.id', '=', tierId)
    .executeTakeFirstOrThrow(notFound)
  return {
    show_id: showId,
    tier: readTierPlaces(row, context),
    server_time: formatTime(context.now),
  }
}
