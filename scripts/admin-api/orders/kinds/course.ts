import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'
import { findPlace, pickName } from '../../modules/read/names.ts'
import { formatTime } from '../../venue-time.ts'
import { addMonths } from '../add-months.ts'
import { BusinessError } from '../../errors.ts'
import { countPlacesLeft } from '../../states/course-state.ts'
import type { Buyer } from '../create/buyer.ts'
import { createBooking, hasAcceptedApplication } from '../create/course-date.ts'
import { createPackageOrder } from '../create/package.ts'
import type { OrderKind, OrderContext } from '../order-kind.ts'
import { insertRow, type OrderRow } from '../orders.ts'
import { readItemName } from '../read-item-name.ts'

/** Validity of a class pass that is not permanent. */
const PASS_MONTHS = 12

function findPackage(db: Database, order: OrderRow) {
  const query = db.query
    .selectFrom('course_package')
    .selectAll()
    .where('id', '=', order.course_package_id ?? 0)
  const [bought] = all(db, query)
  return bought
}

/**
 * Refuses a package whose class hours the buyer could not use: without a date that has places, or without
 * the application that the course requires (spec section 4).
 * @throws BusinessError 500101 when all dates are taken, 500109 when none is left, 500119 without an
 *   accepted application
 */
function checkPackage(db: Database, id: number, { userId, now }: Buyer): void {
  const dates = db.query
    .selectFrom('course_package')
    .innerJoin('course', 'course.id', 'course_package.course_id')
    .innerJoin('course_date', 'course_date.course_id', 'course.id')
    .selectAll('course_date')
    .select('course.admission')
    .where('course_package.id', '=', id)
    .where('course_date.published', '=', 1)
    .where('course_date.cancelled', '=', 0)
    .where('course_date.starts_at', '>', now)
  const coming = all(db, dates)
  const [date] = coming
  if (!date) throw new BusinessError(500109)
  if (coming.every((each) => countPlacesLeft(each) <= 0)) throw new BusinessError(500101)
  const isOpen = date.admission === 'book' || hasAcceptedApplication(db, userId, date.course_id)
  if (!isOpen) throw new BusinessError(500119)
}

/** The course that a booking or a package belongs to. */
function findCourseId(db: Database, order: OrderRow): number {
  const table = order.course_date_id === null ? 'course_package' : 'course_date'
  const id = order.course_date_id ?? order.course_package_id
  const row = db.prepare(`SELECT course_id FROM ${table} WHERE id = ?`).get(id)
  if (!row) throw new Error(`order ${order.id} has no course`)
  return Number(row['course_id'])
}

async function describeDate(db: Database, order: OrderRow, { readPlaces }: OrderContext) {
  const query = db.query.selectFrom('course_date').selectAll()
  const [date] = all(db, query.where('id', '=', order.course_date_id ?? 0))
  if (!date) throw new Error(`order ${order.id} has no course date`)
  return {
    kind: 'date',
    course_date_id: date.id,
    starts_at: formatTime(date.starts_at),
    ends_at: formatTime(date.ends_at),
    place: findPlace(await readPlaces(), date.hall_id),
  } as const
}

function describePackage(db: Database, order: OrderRow) {
  const passes = db.query.selectFrom('class_pass').selectAll().where('order_id', '=', order.id)
  const [pass] = all(db, passes)
  const bought = findPackage(db, order)
  const expiresAt = pass?.expires_at ?? null
  return {
    kind: 'package',
    class_hours: bought?.class_hours ?? 0,
    hours_left: pass?.hours_left ?? 0,
    permanent: bought?.permanent === 1,
    expires_at: expiresAt === null ? null : formatTime(expiresAt),
  } as const
}

/** A booked date of a course, or a package of its class hours. */
export const course: OrderKind<'course'> = {
  acceptsBalance: true,

  create(db, buyer, { item, expected_payable_fen: expectedFen }) {
    if (item.kind === 'date') {
      return createBooking(db, buyer, { dateId: item.course_date_id, expectedFen })
    }
    const id = item.course_package_id
    checkPackage(db, id, buyer)
    const subject = { type: 'course', quantity: 1, course_package_id: id } as const
    return createPackageOrder(db, buyer, { table: 'course_package', id, expectedFen, subject })
  },

  fulfil(db, order, now) {
    if (order.course_package_id === null) return
    const bought = findPackage(db, order)
    if (!bought) throw new Error(`order ${order.id} has no package`)
    insertRow(db, 'class_pass', {
      user_id: order.user_id,
      order_id: order.id,
      course_package_id: bought.id,
      course_id: bought.course_id,
      hours: bought.class_hours,
      hours_left: bought.class_hours,
      expires_at: bought.permanent ? null : addMonths(now, PASS_MONTHS),
    })
  },

  readName(db, order, { lang }) {
    const name = readItemName(db, { kind: 'course', id: findCourseId(db, order) }, lang)
    if (order.course_package_id === null) return name
    const bought = findPackage(db, order)
    return { ...name, title: `${name.title} · ${bought ? pickName(bought.name, lang) : '—'}` }
  },

  async describe({ db }, order, context) {
    const isDate = order.course_date_id !== null
    return {
      type: 'course',
      course_id: findCourseId(db, order),
      content: isDate ? await describeDate(db, order, context) : describePackage(db, order),
    }
  },
}
