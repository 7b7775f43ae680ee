import { formatCount } from '../../lib/format-count.ts'
import type { Reader } from '../db/open.ts'
import { listIds, listSourceIds, type FieldWithId } from './list-ids.ts'
import { ID_PLACES, type IdKind } from './parts.ts'
import type { ContentFolder } from './read-folder.ts'
import { ITEM_KINDS } from './sources.ts'
import type { StoredSource } from './stored-sources.ts'

/** What staff can do for the members concerned. */
export const REMOVAL_ADVICE =
  'Members keep these. To refund: shows cancel ID, dates cancel ID, orders refund ORDER. To end applications: applications decline ID, applications withdraw ID.'

/** An item, show or date with open orders, class hours or applications that a folder no longer contains. */
export interface Removal {
  /** Path of the stored item in the content folder. */
  file: string
  /** Such as `show 5`. */
  subject: string
  /** Such as `2 orders, 4 tickets`. */
  records: string
}

type OpenRecords = Pick<Removal, 'records'> & { id: number }

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
  return rows.map(({ id, orders, tickets }) => {
    const valid = tickets > 0 ? `, ${formatCount(tickets, 'ticket')}` : ''
    return { id: id ?? 0, records: formatCount(orders, 'order') + valid }
  })
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
  return rows.map(({ id, applications }) => ({
    id,
    records: formatCount(applications, 'application'),
  }))
}

/** Counts class hours that members can still use, by course. */
async function countClassHours(db: Reader, now: number): Promise<OpenRecords[]> {
  const rows = await db
    .selectFrom('class_pass')
    .select(({ fn }) => ['course_id as id', fn.sum<number>('hours_left').as('hours')])
    .where('revoked', '=', 0)
    .where('hours_left', '>', 0)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .groupBy('course_id')
    .execute()
  return rows.map(({ id, hours }) => ({ id, records: formatCount(hours, 'class hour') }))
}

/** Counters of the kinds that orders, class hours and applications refer to. */
const COUNTERS: Partial<Record<IdKind, (db: Reader, now: number) => Promise<OpenRecords[]>>> = {
  performances: (db, now) => countOrders(db, 'performance_id', now),
  show: (db, now) => countOrders(db, 'show_id', now),
  courses: async (db, now) => [
    ...(await countApplications(db, 'course', now)),
    ...(await countClassHours(db, now)),
  ],
  'course date': (db, now) => countOrders(db, 'course_date_id', now),
  activities: (db, now) => countApplications(db, 'activity', now),
}

const getNoun = (kind: IdKind): string => {
  const place = ID_PLACES[kind]
  return 'noun' in place ? place.noun : kind
}

const toKey = ({ kind, id }: { kind: IdKind; id: number }): string => `${kind} ${id}`

/**
 * Lists the items and parts of the current content that a folder no longer contains. Those that an earlier
 * import removed are not in the current content.
 * @param folder the folder to import, with ids assigned
 * @param stored the current content
 */
export function findRemoved(folder: ContentFolder, stored: readonly StoredSource[]): FieldWithId[] {
  const next = new Set([...listIds(folder)].map(toKey))
  const current = ITEM_KINDS.flatMap((kind) => stored.filter((one) => one.kind === kind))
  return current
    .flatMap(({ kind, slug, id, data }) => [...listSourceIds(kind, slug, { ...Object(data), id })])
    .filter((one) => !next.has(toKey(one)))
}

/**
 * Selects the removed items, shows and dates that have open orders, class hours or applications.
 * @param now epoch ms
 */
export async function listRemovals(
  db: Reader,
  removed: readonly FieldWithId[],
  now: number,
): Promise<Removal[]> {
  const open = new Map<string, string[]>()
  for (const kind of new Set(removed.map((one) => one.kind))) {
    const rows = (await COUNTERS[kind]?.(db, now)) ?? []
    for (const { id, records } of rows) {
      const key = toKey({ kind, id })
      open.set(key, [...(open.get(key) ?? []), records])
    }
  }
  return removed.flatMap(({ kind, id, file }) => {
    const records = open.get(toKey({ kind, id }))
    return records ? [{ file, subject: `${getNoun(kind)} ${id}`, records: records.join(', ') }] : []
  })
}
