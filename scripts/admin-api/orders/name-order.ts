import type { Locale } from '#api/language.ts'
import type { Image } from '#api/primitives.ts'
import type { Database } from '../db/open.ts'
import { all } from '../db/write.ts'
import { pickName } from '../modules/read/names.ts'
import { readCard } from '../modules/read/texts.ts'
import type { OrderRow } from './orders.ts'

type Naming = { title: string; image: Image | null }

function readTexts(db: Database, kind: 'performance' | 'course', id: number, lang: Locale): Naming {
  const query = db.query
    .selectFrom('content_text')
    .select(['title', 'card'])
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .where('lang', '=', lang)
  const [row] = all(db, query)
  // Texts that vanished from the content leave the order readable.
  if (!row) return { title: '—', image: null }
  return { title: row.title, image: readCard(kind, row.card).image }
}

/** What an order is called, and its picture. `readSiteName` serves top-ups, which buy nothing named. */
export async function nameOrder(
  db: Database,
  order: OrderRow,
  { lang, readSiteName }: { lang: Locale; readSiteName: () => Promise<string> },
): Promise<Naming> {
  if (order.performance_id !== null) {
    return readTexts(db, 'performance', order.performance_id, lang)
  }
  if (order.member_package_id !== null) {
    const query = db.query.selectFrom('member_package').select('name')
    const [row] = all(db, query.where('id', '=', order.member_package_id))
    return { title: row ? pickName(row.name, lang) : '—', image: null }
  }
  if (order.type === 'recharge') {
    return { title: await readSiteName(), image: null }
  }
  return nameCourse(db, order, lang)
}

/** The course that an order of type course is about. */
export function findCourseId(db: Database, order: OrderRow): number {
  const table = order.course_date_id === null ? 'course_package' : 'course_date'
  const id = order.course_date_id ?? order.course_package_id
  const row = db.prepare(`SELECT course_id FROM ${table} WHERE id = ?`).get(id)
  if (!row) throw new Error(`order ${order.id} names no course`)
  return Number(row['course_id'])
}

function nameCourse(db: Database, order: OrderRow, lang: Locale): Naming {
  const naming = readTexts(db, 'course', findCourseId(db, order), lang)
  if (order.course_package_id === null) return naming
  const query = db.query.selectFrom('course_package').select('name')
  const [bought] = all(db, query.where('id', '=', order.course_package_id))
  const name = bought ? pickName(bought.name, lang) : '—'
  return { ...naming, title: `${naming.title} · ${name}` }
}
