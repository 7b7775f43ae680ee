import * as v from 'valibot'
import type { Plan } from '../../lib/command-line/confirm.ts'
import type { ContentFolder } from '../content/read-folder.ts'
import { readAllStored } from '../content/stored-sources.ts'
import type { Database } from '../db/open.ts'

// Content that members have bought, booked or applied for is not taken off the site in passing.

/** Orders, tickets and applications that are not over, by what they are for. */
const HELD = {
  performance: heldOrders('performance_id'),
  show: heldOrders('show_id'),
  'course date': heldOrders('course_date_id'),
  course: heldApplications('course'),
  activity: heldApplications('activity'),
} as const
type Noun = keyof typeof HELD

function heldOrders(column: string): string {
  return `SELECT ${column} AS id, count(*) AS orders, sum(tickets) AS tickets, 0 AS applications
    FROM (SELECT o.*, (SELECT count(*) FROM ticket WHERE order_id = o.id AND state = 'valid') AS tickets
      FROM "order" o WHERE ${column} IS NOT NULL AND status IN ('pending', 'paid', 'refunding'))
    GROUP BY ${column}`
}

function heldApplications(kind: string): string {
  return `SELECT item_id AS id, 0 AS orders, 0 AS tickets, count(*) AS applications FROM application
    WHERE kind = '${kind}' AND status NOT IN ('declined', 'withdrawn') AND reopened_at IS NULL
    GROUP BY item_id`
}

const COUNTED = ['orders', 'tickets', 'applications'] as const
const RowsSchema = v.array(
  v.object({ id: v.number(), orders: v.number(), tickets: v.number(), applications: v.number() }),
)

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
function readStoredItems(db: Database): Numbered {
  const stored = readAllStored(db)
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
export function planRemoval(db: Database, folder: ContentFolder): Plan | null {
  const present = listPresent(folder.items)
  const shown = listPresent(readStoredItems(db))
  // Object.keys knows only strings; these are the nouns.
  const nouns = Object.keys(HELD) as Noun[]
  const effects = nouns.flatMap((noun) =>
    v
      .parse(RowsSchema, db.prepare(HELD[noun]).all())
      // What an earlier import removed is not asked about again.
      .filter(({ id }) => shown[noun].has(id) && !present[noun].has(id))
      .map(({ id, ...counts }) => {
        const held = COUNTED.filter((name) => counts[name] > 0)
        return `Removes ${noun} ${id}: ${held.map((name) => `${name} ${counts[name]}`).join(', ')}`
      }),
  )
  if (effects.length === 0) return null
  const note = 'Members keep them. To refund: shows cancel ID. To answer: applications decline ID.'
  return { effects: [...effects, note], question: 'Import the folder all the same?' }
}
