import * as v from 'valibot'
import { LOCALES } from '#api/language.ts'
import { printList } from '../../../lib/command-line/print-list.ts'
import type { Column } from '../../../lib/command-line/table.ts'
import type { Database } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { formatMinute, formatYuan } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'

const ShowRows = v.array(
  v.object({
    id: v.number(),
    performance_id: v.number(),
    title: v.string(),
    starts_at: v.pipe(v.number(), v.transform(formatTime)),
    cancelled: v.pipe(
      v.number(),
      v.transform((flag) => flag === 1),
    ),
    stock: v.number(),
    held: v.number(),
    sold: v.number(),
  }),
)
type Show = v.InferOutput<typeof ShowRows>[number]

const SHOWS = `SELECT show.id, show.performance_id, text.title, show.starts_at, show.cancelled,
    coalesce(sum(stock), 0) AS stock, coalesce(sum(held), 0) AS held, coalesce(sum(sold), 0) AS sold
  FROM show
  JOIN content_text AS text
    ON text.kind = 'performance' AND text.item_id = show.performance_id AND text.lang = '${LOCALES[0]}'
  LEFT JOIN show_tier ON show_tier.show_id = show.id
  WHERE show.published = 1 AND show.ends_at >= :from
    AND (:performance IS NULL OR show.performance_id = :performance)
  GROUP BY show.id ORDER BY show.starts_at, show.id`

const SHOW_COLUMNS: Column<Show>[] = [
  { title: 'SHOW', align: 'right', cell: ({ id }) => String(id) },
  { title: 'STARTS', cell: ({ starts_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'SOLD', align: 'right', cell: ({ sold }) => String(sold) },
  { title: 'HELD', align: 'right', cell: ({ held }) => String(held) },
  { title: 'PLACES', align: 'right', cell: ({ stock }) => String(stock) },
  { title: 'STATE', cell: ({ cancelled }) => (cancelled ? 'cancelled' : '') },
  { title: 'ITEM', align: 'right', cell: ({ performance_id: id }) => String(id) },
  { title: 'TITLE', cell: ({ title }) => title },
]

export interface ShowFilter {
  /** Id of a performance. */
  performance?: number | undefined
  /** Whether shows that are over are listed, too. */
  all?: true | undefined
  json?: true | undefined
}

/** Prints dated shows, the next first, with the places of all their price levels. */
export async function listShows(
  { config, terminal }: StaffContext,
  { performance, all, json }: ShowFilter,
): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    const rows = db
      .prepare(SHOWS)
      .all({ from: all ? 0 : Date.now(), performance: performance ?? null })
    printList(terminal, v.parse(ShowRows, rows), { columns: SHOW_COLUMNS, noun: 'show', json })
  })
}

const TierRows = v.array(
  v.object({
    id: v.number(),
    name: v.string(),
    price_fen: v.number(),
    member_price_fen: v.number(),
    stock: v.number(),
    held: v.number(),
    sold: v.number(),
  }),
)

const TIER_COLUMNS: Column<v.InferOutput<typeof TierRows>[number]>[] = [
  { title: 'TIER', align: 'right', cell: ({ id }) => String(id) },
  { title: 'NAME', cell: ({ name }) => name },
  { title: 'YUAN', align: 'right', cell: ({ price_fen: fen }) => formatYuan(fen) },
  { title: 'MEMBERS', align: 'right', cell: ({ member_price_fen: fen }) => formatYuan(fen) },
  { title: 'SOLD', align: 'right', cell: ({ sold }) => String(sold) },
  { title: 'HELD', align: 'right', cell: ({ held }) => String(held) },
  { title: 'PLACES', align: 'right', cell: ({ stock }) => String(stock) },
]

const TIERS = `SELECT tier.id, json_extract(tier.name, '$."${LOCALES[0]}"') AS name, price_fen,
    member_price_fen, stock, held, sold
  FROM show_tier JOIN tier ON tier.id = show_tier.tier_id
  WHERE show_tier.show_id = ? ORDER BY tier.position, tier.id`

const hasShow = (db: Database, id: number) =>
  db.prepare('SELECT 1 FROM show WHERE id = ?').get(id) !== undefined

/** Prints the price levels of a show with their places. */
export async function listTiers(
  { config, terminal }: StaffContext,
  showId: number,
  { json }: { json?: true | undefined },
): Promise<void> {
  await withExistingDatabase(config().dataDir, (db) => {
    if (!hasShow(db, showId)) throw new CommandError(`There is no show ${showId}`)
    const rows = v.parse(TierRows, db.prepare(TIERS).all(showId))
    printList(terminal, rows, { columns: TIER_COLUMNS, noun: 'price level', json })
  })
}
