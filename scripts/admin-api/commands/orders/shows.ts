import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import { sql } from 'kysely'
import { DRY_RUN_OPTION, YES_OPTION } from '../../../lib/command-line/confirm.ts'
import { JSON_OPTION, type Column } from '../../../lib/command-line/table.ts'
import type { Reader } from '../../db/open.ts'
import { hasRows } from '../../db/rows.ts'
import { pickName } from '../../modules/read/names.ts'
import { formatTime } from '../../venue-time.ts'
import { CommandError, type Program, type StaffContext } from '../command.ts'
import { formatYuan } from '../../yuan.ts'
import { formatMinute, readId } from '../staff.ts'
import { listTable } from '../tables.ts'
import { selectItemTexts } from '../../modules/read/texts.ts'
import { cancelAsStaff } from './cancel-date.ts'

/** Places of a price level: of a removed one those that are taken, as returned ones are not sold again. */
const places = sql<number>`CASE WHEN tier.published = 1 THEN stock ELSE held + sold END`

/** Shows of the content and removed ones with tickets, with the total of places, earliest first. */
async function readShows(db: Reader, from: number, performance: number | undefined) {
  const shows = await db
    .selectFrom('show')
    .innerJoin(
      selectItemTexts('performance', DEFAULT_LOCALE),
      'text.item_id',
      'show.performance_id',
    )
    .leftJoin('show_tier', 'show_tier.show_id', 'show.id')
    .leftJoin('tier', 'tier.id', 'show_tier.tier_id')
    .select(['show.id', 'show.performance_id', 'text.title', 'show.starts_at'])
    .select(['show.cancelled', 'show.moved', 'show.published'])
    .select(({ fn, lit }) => [
      fn.coalesce(fn.sum<number>(places), lit(0)).as('stock'),
      fn.coalesce(fn.sum<number>('held'), lit(0)).as('held'),
      fn.coalesce(fn.sum<number>('sold'), lit(0)).as('sold'),
    ])
    .where('show.ends_at', '>=', from)
    .$call((all) =>
      performance === undefined ? all : all.where('show.performance_id', '=', performance),
    )
    .groupBy(['show.id', 'text.title'])
    .having((all) => all.or([all('show.published', '=', 1), all(all.fn.sum('sold'), '>', 0)]))
    .orderBy('show.starts_at')
    .orderBy('show.id')
    .execute()
  return shows.map(({ starts_at, cancelled, moved, published, ...show }) => ({
    ...show,
    starts_at: formatTime(starts_at),
    cancelled: cancelled === 1,
    moved: moved === 1,
    removed: published === 0,
  }))
}
type Show = Awaited<ReturnType<typeof readShows>>[number]

function describeState({ cancelled, removed, moved }: Show): string {
  if (cancelled) return 'cancelled'
  if (removed) return 'removed'
  return moved ? 'moved' : ''
}

const SHOW_COLUMNS: Column<Show>[] = [
  { title: 'SHOW', align: 'right', cell: ({ id }) => String(id) },
  { title: 'STARTS', cell: ({ starts_at: at }) => formatMinute(Date.parse(at)) },
  { title: 'SOLD', align: 'right', cell: ({ sold }) => String(sold) },
  { title: 'HELD', align: 'right', cell: ({ held }) => String(held) },
  { title: 'PLACES', align: 'right', cell: ({ stock }) => String(stock) },
  { title: 'STATE', cell: describeState },
  { title: 'ITEM', align: 'right', cell: ({ performance_id: id }) => String(id) },
  { title: 'TITLE', cell: ({ title }) => title },
]

/** @throws CommandError if the show does not exist */
export async function requireShow(db: Reader, showId: number): Promise<void> {
  if (await hasRows(db.selectFrom('show').where('id', '=', showId))) return
  throw new CommandError(`There is no show ${showId}: see \`shows list\``)
}

/** The price levels of a show with their places. @throws CommandError if the show does not exist */
async function readTiers(db: Reader, showId: number) {
  await requireShow(db, showId)
  const tiers = await db
    .selectFrom('show_tier')
    .innerJoin('tier', 'tier.id', 'show_tier.tier_id')
    .select(['tier.id', 'tier.name', 'price_fen', 'member_price_fen', 'held', 'sold'])
    .select(places.as('stock'))
    .where('show_tier.show_id', '=', showId)
    .orderBy('tier.position')
    .orderBy('tier.id')
    .execute()
  return tiers.map((tier) => ({ ...tier, name: pickName(tier.name, DEFAULT_LOCALE) }))
}

const TIER_COLUMNS: Column<Awaited<ReturnType<typeof readTiers>>[number]>[] = [
  { title: 'TIER', align: 'right', cell: ({ id }) => String(id) },
  { title: 'NAME', cell: ({ name }) => name },
  { title: 'YUAN', align: 'right', cell: ({ price_fen: fen }) => formatYuan(fen) },
  { title: 'MEMBERS', align: 'right', cell: ({ member_price_fen: fen }) => formatYuan(fen) },
  { title: 'SOLD', align: 'right', cell: ({ sold }) => String(sold) },
  { title: 'HELD', align: 'right', cell: ({ held }) => String(held) },
  { title: 'PLACES', align: 'right', cell: ({ stock }) => String(stock) },
]

/** Adds commands for shows and their price levels. */
export function addShowCommands(program: Program, context: StaffContext): void {
  const shows = program.command('shows').description('dated performances')
  shows
    .command('list')
    .description('list shows with their places, earliest first')
    .option(
      '--performance <id>',
      'one performance, by its id from `content list performances`',
      readId,
    )
    .option('--all', 'include past shows')
    .option(...JSON_OPTION)
    .action(({ performance, all, json }) =>
      listTable(context, json, {
        read: (db) => readShows(db, all ? 0 : context.now(), performance),
        columns: SHOW_COLUMNS,
        noun: 'show',
      }),
    )
  shows
    .command('cancel')
    .description('cancel a show: refund paid orders, cancel unpaid ones')
    .argument('<id>', 'id of the show', readId)
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((id, options) => cancelAsStaff(context, { table: 'show', id }, options))
  program
    .command('tiers')
    .description('price levels of shows')
    .command('list')
    .description('list the price levels of a show with their places')
    .argument('<show>', 'id of the show', readId)
    .option(...JSON_OPTION)
    .action((showId, { json }) =>
      listTable(context, json, {
        read: (db) => readTiers(db, showId),
        columns: TIER_COLUMNS,
        noun: 'price level',
      }),
    )
}
