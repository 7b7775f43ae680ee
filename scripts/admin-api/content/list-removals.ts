import * as v from 'valibot'
import type { Reader } from '../db/open.ts'
import type { ContentFolder } from './read-folder.ts'
import { nameFile, type ItemKind } from './sources.ts'
import type { StoredSource } from './stored-sources.ts'

/** What staff can do for the members concerned. */
export const REMOVAL_ADVICE =
  'Members keep these. To refund: shows cancel ID, dates cancel ID. To end applications: applications decline ID, applications withdraw ID.'

/** An item, show or date with open orders or applications that a folder no longer contains. */
export interface Removal {
  /** Path of the stored item in the content folder. */
  file: string
  /** Such as `show 5`. */
  subject: string
  /** Such as `orders 2, tickets 4`. */
  records: string
}

interface OpenRecords {
  id: number
  orders: number
  tickets: number
  applications: number
}
const COUNTED = ['orders', 'tickets', 'applications'] as const

/** Counts open orders of coming dates and their valid tickets by performance, show or course date. */
async function countOrders(
  db: Reader,
  column: 'performance_id' | 'show_id' | 'course_date_id',
  now: number,
): Promise<OpenRecords[]> {
  const rows = await db
    .selectFrom('order')
    .leftJoin('show', 'show.id', 'order.show_id')
    .leftJoin('course_date', 'course_date.id', 'order.course_date_id')
    .leftJoin('ticket', (join) =>
      join.onRef('ticket.order_id', '=', 'order.id').on('ticket.state', '=', 'valid'),
    )
    .select(({ fn }) => [
      `order.${column} as id`,
      fn.count<number>('order.id').distinct().as('orders'),
      fn.count<number>('ticket.id').as('tickets'),
    ])
    .where(`order.${column}`, 'is not', null)
    .where('order.status', 'in', ['pending', 'paid'])
    .where((eb) => eb.or([eb('show.ends_at', '>', now), eb('course_date.ends_at', '>', now)]))
    .groupBy(`order.${column}`)
    .execute()
  return rows.map(({ id, orders, tickets }) => ({ id: id ?? 0, orders, tickets, applications: 0 }))
}

/** Counts applications by course or activity; accepted ones only while a date is to come. */
async function countApplications(
  db: Reader,
  kind: 'course' | 'activity',
  now: number,
): Promise<OpenRecords[]> {
  const rows = await db
    .selectFrom('application')
    .select(({ fn }) => ['item_id as id', fn.countAll<number>().as('applications')])
    .where('kind', '=', kind)
    .where('status', 'not in', ['declined', 'withdrawn'])
    .where('reopened_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('status', '!=', 'accepted'),
        eb.exists(
          eb
            .selectFrom(`${kind}_date`)
            .select('id')
            .whereRef(`${kind}_id`, '=', 'application.item_id')
            .where('published', '=', 1)
            .where('ends_at', '>', now),
        ),
      ]),
    )
    .groupBy('item_id')
    .execute()
  return rows.map((row) => ({ ...row, orders: 0, tickets: 0 }))
}

const COUNTERS = {
  performance: (db: Reader, now: number) => countOrders(db, 'performance_id', now),
  show: (db: Reader, now: number) => countOrders(db, 'show_id', now),
  'course date': (db: Reader, now: number) => countOrders(db, 'course_date_id', now),
  course: (db: Reader, now: number) => countApplications(db, 'course', now),
  activity: (db: Reader, now: number) => countApplications(db, 'activity', now),
} as const
type Noun = keyof typeof COUNTERS

const PartsSchema = v.array(v.object({ id: v.number() }))
const ItemSchema = v.object({
  id: v.number(),
  slug: v.string(),
  shows: v.optional(PartsSchema, []),
  dates: v.optional(PartsSchema, []),
})

/** The nouns of an item and of its parts, by kind of content. */
const NOUNS = {
  performances: { item: 'performance', part: 'show' },
  courses: { item: 'course', part: 'course date' },
  activities: { item: 'activity', part: null },
} as const satisfies Partial<Record<ItemKind, { item: Noun; part: Noun | null }>>
// `Object.keys` is typed as string[].
const KINDS = Object.keys(NOUNS) as (keyof typeof NOUNS)[]

/** Lists items and their parts, each with the file of the item. */
function listSubjects(readItems: (kind: (typeof KINDS)[number]) => readonly unknown[]): Subject[] {
  return KINDS.flatMap((kind) => {
    const { item: noun, part } = NOUNS[kind]
    return readItems(kind).flatMap((data) => {
      const { id, slug, shows, dates } = v.parse(ItemSchema, data)
      const file = nameFile(kind, slug)
      const parts = part === null ? [] : [...shows, ...dates].map((one) => ({ noun: part, ...one }))
      return [{ noun, id }, ...parts].map((one) => ({ ...one, file }))
    })
  })
}

interface Subject {
  noun: Noun
  id: number
  file: string
}
const nameSubject = ({ noun, id }: Pick<Subject, 'noun' | 'id'>): string => `${noun} ${id}`

/**
 * Lists the items, shows and dates of the current content that a folder no longer contains. Those that an earlier
 * import removed are not in the current content.
 * @param folder the folder to import, with ids assigned
 * @param stored the current content
 */
export function findRemoved(folder: ContentFolder, stored: readonly StoredSource[]): Subject[] {
  const next = new Set(listSubjects((kind) => folder.items[kind]).map(nameSubject))
  const current = listSubjects((kind) =>
    stored
      .filter((one) => one.kind === kind)
      .map(({ id, slug, data }) => Object.assign({}, data, { id, slug })),
  )
  return current.filter((one) => !next.has(nameSubject(one)))
}

/**
 * Selects the removed items, shows and dates that have open orders or applications.
 * @param now epoch ms
 */
export async function listRemovals(
  db: Reader,
  removed: readonly Subject[],
  now: number,
): Promise<Removal[]> {
  const open = new Map<string, OpenRecords>()
  for (const noun of new Set(removed.map((one) => one.noun))) {
    for (const row of await COUNTERS[noun](db, now))
      open.set(nameSubject({ noun, id: row.id }), row)
  }
  return removed.flatMap((one) => {
    const subject = nameSubject(one)
    const counts = open.get(subject)
    if (!counts) return []
    const counted = COUNTED.filter((name) => counts[name] > 0)
    const records = counted.map((name) => `${name} ${counts[name]}`).join(', ')
    return [{ file: one.file, subject, records }]
  })
}
