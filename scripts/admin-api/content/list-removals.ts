import * as v from 'valibot'
import type { Reader } from '../db/open.ts'
import type { ContentFolder } from './read-folder.ts'
import type { StoredSource } from './stored-sources.ts'

/** What staff can do for the members concerned. */
export const REMOVAL_ADVICE =
  'Members keep these. To refund: shows cancel ID, dates cancel ID. To decline: applications decline ID.'

interface OpenRecords {
  id: number
  orders: number
  tickets: number
  applications: number
}
const COUNTED = ['orders', 'tickets', 'applications'] as const

/** Counts open orders and their valid tickets by performance, show or course date. */
async function countOrders(
  db: Reader,
  column: 'performance_id' | 'show_id' | 'course_date_id',
): Promise<OpenRecords[]> {
  const rows = await db
    .selectFrom('order')
    .leftJoin('ticket', (join) =>
      join.onRef('ticket.order_id', '=', 'order.id').on('ticket.state', '=', 'valid'),
    )
    .select(({ fn }) => [
      `order.${column} as id`,
      fn.count<number>('order.id').distinct().as('orders'),
      fn.count<number>('ticket.id').as('tickets'),
    ])
    .where(`order.${column}`, 'is not', null)
    .where('order.status', 'in', ['pending', 'paid', 'refunding'])
    .groupBy(`order.${column}`)
    .execute()
  return rows.map(({ id, orders, tickets }) => ({ id: id ?? 0, orders, tickets, applications: 0 }))
}

/** Counts open applications by course or activity. */
async function countApplications(db: Reader, kind: 'course' | 'activity'): Promise<OpenRecords[]> {
  const rows = await db
    .selectFrom('application')
    .select(({ fn }) => ['item_id as id', fn.countAll<number>().as('applications')])
    .where('kind', '=', kind)
    .where('status', 'not in', ['declined', 'withdrawn'])
    .where('reopened_at', 'is', null)
    .groupBy('item_id')
    .execute()
  return rows.map((row) => ({ ...row, orders: 0, tickets: 0 }))
}

const COUNTERS = {
  performance: (db: Reader) => countOrders(db, 'performance_id'),
  show: (db: Reader) => countOrders(db, 'show_id'),
  'course date': (db: Reader) => countOrders(db, 'course_date_id'),
  course: (db: Reader) => countApplications(db, 'course'),
  activity: (db: Reader) => countApplications(db, 'activity'),
} as const
type Noun = keyof typeof COUNTERS

const PartsSchema = v.array(v.object({ id: v.number() }))
const ItemSchema = v.object({
  id: v.number(),
  shows: v.optional(PartsSchema, []),
  dates: v.optional(PartsSchema, []),
})
type NumberedItem = v.InferOutput<typeof ItemSchema>
const KINDS = ['performances', 'courses', 'activities'] as const
type Numbered = Record<(typeof KINDS)[number], readonly NumberedItem[]>

/** The items of stored content. */
function readItems(stored: readonly StoredSource[]): Numbered {
  const listKind = (kind: (typeof KINDS)[number]) =>
    stored
      .filter((one) => one.kind === kind)
      .map(({ id, data }) => v.parse(ItemSchema, Object.assign({}, data, { id })))
  return {
    performances: listKind('performances'),
    courses: listKind('courses'),
    activities: listKind('activities'),
  }
}

/** The ids of items, shows and dates, by noun. */
function listIds(items: Pick<ContentFolder['items'], keyof Numbered> | Numbered) {
  const toIds = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => id))
  return {
    performance: toIds(items.performances),
    show: toIds(items.performances.flatMap<{ id: number }>(({ shows }) => shows)),
    'course date': toIds(items.courses.flatMap<{ id: number }>(({ dates }) => dates)),
    course: toIds(items.courses),
    activity: toIds(items.activities),
  } satisfies Record<Noun, ReadonlySet<number>>
}

/**
 * Lists items with open orders or applications that an import would remove from the site.
 * @param folder the folder to import, with ids assigned
 * @param stored the current content
 * @returns a line for each item, such as `Removes show 5: orders 2, tickets 4`
 */
export async function listRemovals(
  db: Reader,
  folder: ContentFolder,
  stored: readonly StoredSource[],
): Promise<string[]> {
  const next = listIds(folder.items)
  const current = listIds(readItems(stored))
  // `Object.keys` is typed as string[].
  const nouns = Object.keys(COUNTERS) as Noun[]
  const removals: string[] = []
  for (const noun of nouns) {
    // Items that an earlier import removed were confirmed then.
    const removed = new Set([...current[noun]].filter((id) => !next[noun].has(id)))
    if (removed.size === 0) continue
    for (const { id, ...counts } of await COUNTERS[noun](db)) {
      if (!removed.has(id)) continue
      const affected = COUNTED.filter((name) => counts[name] > 0)
      const list = affected.map((name) => `${name} ${counts[name]}`).join(', ')
      removals.push(`Removes ${noun} ${id}: ${list}`)
    }
  }
  return removals
}
