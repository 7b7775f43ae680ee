import * as v from 'valibot'
import type { Plan } from '../../lib/command-line/confirm.ts'
import type { ContentFolder } from '../content/read-folder.ts'
import { readAllStored } from '../content/stored-sources.ts'
import type { Reader } from '../db/open.ts'

// Content that members have bought, booked or applied for is not taken off the site in passing.

interface Held {
  id: number
  orders: number
  tickets: number
  applications: number
}
const COUNTED = ['orders', 'tickets', 'applications'] as const

/** Orders that are not over with their tickets, by what they are for. */
async function countOrders(
  db: Reader,
  column: 'performance_id' | 'show_id' | 'course_date_id',
): Promise<Held[]> {
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

/** Applications that are not over, by what they are for. */
async function countApplications(db: Reader, kind: 'course' | 'activity'): Promise<Held[]> {
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

const HELD = {
  performance: (db: Reader) => countOrders(db, 'performance_id'),
  show: (db: Reader) => countOrders(db, 'show_id'),
  'course date': (db: Reader) => countOrders(db, 'course_date_id'),
  course: (db: Reader) => countApplications(db, 'course'),
  activity: (db: Reader) => countApplications(db, 'activity'),
} as const
type Noun = keyof typeof HELD

const PartsSchema = v.array(v.object({ id: v.number() }))
const ItemSchema = v.object({
  id: v.number(),
  shows: v.optional(PartsSchema, []),
  dates: v.optional(PartsSchema, []),
})
type NumberedItem = v.InferOutput<typeof ItemSchema>
const KINDS = ['performances', 'courses', 'activities'] as const
type Numbered = Record<(typeof KINDS)[number], readonly NumberedItem[]>

/** The items of the content as it stands. */
async function readStoredItems(db: Reader): Promise<Numbered> {
  const stored = await readAllStored(db)
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

/** The numbers of items, shows and dates, by noun. */
function listPresent(items: Pick<ContentFolder['items'], keyof Numbered> | Numbered) {
  const idsOf = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => id))
  return {
    performance: idsOf(items.performances),
    show: idsOf(items.performances.flatMap<{ id: number }>(({ shows }) => shows)),
    'course date': idsOf(items.courses.flatMap<{ id: number }>(({ dates }) => dates)),
    course: idsOf(items.courses),
    activity: idsOf(items.activities),
  } satisfies Record<Noun, ReadonlySet<number>>
}

/**
 * What an import would take off the site although members hold something of it.
 * @param folder numbered, as it would be imported
 * @returns null when there is nothing of that kind
 */
export async function planRemoval(db: Reader, folder: ContentFolder): Promise<Plan | null> {
  const present = listPresent(folder.items)
  const shown = listPresent(await readStoredItems(db))
  // Object.keys knows only strings; these are the nouns.
  const nouns = Object.keys(HELD) as Noun[]
  const effects: string[] = []
  for (const noun of nouns) {
    for (const { id, ...counts } of await HELD[noun](db)) {
      // What an earlier import removed is not asked about again.
      if (!shown[noun].has(id) || present[noun].has(id)) continue
      const held = COUNTED.filter((name) => counts[name] > 0)
      const list = held.map((name) => `${name} ${counts[name]}`).join(', ')
      effects.push(`Removes ${noun} ${id}: ${list}`)
    }
  }
  if (effects.length === 0) return null
  const note =
    'Members keep them. To refund: shows cancel ID, dates cancel ID. To answer: applications decline ID.'
  return { effects: [...effects, note], question: 'Import the folder all the same?' }
}
