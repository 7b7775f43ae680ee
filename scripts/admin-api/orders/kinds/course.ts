import type { Reader } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { findPlace, pickName } from '../../modules/read/names.ts'
import { addMonths, formatTime } from '../../venue-time.ts'
import { BusinessError, notFound } from '../../errors.ts'
import { countPlacesLeft } from '../../states/course-state.ts'
import { insertOrder, type Buyer } from '../create/buyer.ts'
import { createBooking, hasAcceptedApplication } from '../create/course-date.ts'
import type { OrderKind, OrderContext } from '../order-kind.ts'
import type { OrderRow } from '../orders.ts'
import { quotePlain } from '../quote.ts'
import { readItemName } from '../read-item-name.ts'

/** Validity of a class pass that is not permanent. */
const PASS_MONTHS = 12

const findPackage = (db: Reader, order: OrderRow) =>
  db
    .selectFrom('course_package')
    .selectAll()
    .where('id', '=', order.course_package_id)
    .executeTakeFirstOrThrow()

/** @throws RequestError not_found, also for a package of an unpublished course */
const findOffer = (db: Reader, id: number) =>
  db
    .selectFrom('course_package')
    .innerJoin('course', 'course.id', 'course_package.course_id')
    .select(['course_id', 'course.admission'])
    .select(['course_package.price_fen', 'class_hours', 'permanent'])
    .where('course_package.id', '=', id)
    .where('course_package.published', '=', 1)
    .where('course.published', '=', 1)
    .executeTakeFirstOrThrow(notFound)

/**
 * Refuses a package whose class hours the buyer could not use: the course has no date with places left, or
 * requires an application (spec section 4).
 * @throws BusinessError 500101 when all dates are full, 500109 when no date is left, 500119 without an accepted
 *   application
 */
async function checkUse(
  db: Reader,
  { course_id: courseId, admission }: Awaited<ReturnType<typeof findOffer>>,
  { userId, now }: Buyer,
): Promise<void> {
  const coming = await db
    .selectFrom('course_date')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('published', '=', 1)
    .where('cancelled', '=', 0)
    .where('starts_at', '>', now)
    .execute()
  if (coming.length === 0) throw new BusinessError(500109)
  if (coming.every((date) => countPlacesLeft(date) <= 0)) throw new BusinessError(500101)
  const isOpen = admission === 'book' || (await hasAcceptedApplication(db, userId, courseId))
  if (!isOpen) throw new BusinessError(500119)
}

type Offer = Pick<Tables['course_package'], 'class_hours' | 'permanent'>

const readMonths = ({ permanent }: Offer): number | null => (permanent ? null : PASS_MONTHS)

/** Class hours and months of an ordered package; orders from before they were stored have those of the offer. */
const readTerms = ({ class_hours: hours, months }: OrderRow, offer: Offer) =>
  hours === null ? { hours: offer.class_hours, months: readMonths(offer) } : { hours, months }

async function findCourseId(db: Reader, order: OrderRow): Promise<number> {
  const table = order.course_date_id === null ? 'course_package' : 'course_date'
  const { course_id: id } = await db
    .selectFrom(table)
    .select('course_id')
    .where('id', '=', order.course_date_id ?? order.course_package_id)
    .executeTakeFirstOrThrow(() => new Error(`order ${order.id} has no course`))
  return id
}

async function describeDate(db: Reader, order: OrderRow, { readPlaces }: OrderContext) {
  const date = await db
    .selectFrom('course_date')
    .selectAll()
    .where('id', '=', order.course_date_id)
    .executeTakeFirstOrThrow(() => new Error(`order ${order.id} has no course date`))
  return {
    kind: 'date',
    course_date_id: date.id,
    starts_at: formatTime(date.starts_at),
    ends_at: formatTime(date.ends_at),
    place: findPlace(await readPlaces(), date.hall_id),
  } as const
}

async function describePackage(db: Reader, order: OrderRow) {
  const pass = await db
    .selectFrom('class_pass')
    .select(['hours', 'hours_left', 'expires_at', 'revoked'])
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  // The offer may have changed since the purchase.
  if (pass) {
    const { hours, hours_left: left, expires_at: expiresAt, revoked } = pass
    return {
      kind: 'package',
      class_hours: hours,
      hours_left: revoked === 1 ? 0 : left,
      permanent: expiresAt === null,
      expires_at: expiresAt === null ? null : formatTime(expiresAt),
    } as const
  }
  const { hours, months } = readTerms(order, await findPackage(db, order))
  return {
    kind: 'package',
    class_hours: hours,
    hours_left: 0,
    permanent: months === null,
    expires_at: null,
  } as const
}

/** A booking of a course date, or a package of class hours. */
export const course: OrderKind<'course'> = {
  acceptsBalance: true,
  isInvoiceable: true,

  async create(trx, buyer, { item, expected_payable_fen: expectedFen }) {
    if (item.kind === 'date') {
      return createBooking(trx, buyer, { dateId: item.course_date_id, expectedFen })
    }
    const id = item.course_package_id
    const offer = await findOffer(trx, id)
    await checkUse(trx, offer, buyer)
    const subject = {
      type: 'course',
      quantity: 1,
      course_package_id: id,
      class_hours: offer.class_hours,
      months: readMonths(offer),
    } as const
    return insertOrder(trx, buyer, subject, { quote: quotePlain(offer.price_fen), expectedFen })
  },

  async fulfil(trx, order, now) {
    if (order.course_package_id === null) return
    const coursePackage = await findPackage(trx, order)
    const { hours, months } = readTerms(order, coursePackage)
    await trx
      .insertInto('class_pass')
      .values({
        user_id: order.user_id,
        order_id: order.id,
        course_package_id: coursePackage.id,
        course_id: coursePackage.course_id,
        hours,
        hours_left: hours,
        expires_at: months === null ? null : addMonths(now, months),
      })
      .execute()
  },

  async revoke(trx, { id }) {
    await trx.updateTable('class_pass').set({ revoked: 1 }).where('order_id', '=', id).execute()
  },

  findConfirmation: ({ course_package_id: id }) =>
    id === null ? 'booking_confirmed' : 'class_hours_bought',

  async readName(db, order, { lang }) {
    const id = await findCourseId(db, order)
    const name = await readItemName(db, { kind: 'course', id }, lang)
    if (order.course_package_id === null) return name
    const coursePackage = await findPackage(db, order)
    return { ...name, title: `${name.title} · ${pickName(coursePackage.name, lang)}` }
  },

  async describe(deps, order, context) {
    const db = deps.db.query
    const isDate = order.course_date_id !== null
    return {
      type: 'course',
      course_id: await findCourseId(db, order),
      content: await (isDate ? describeDate(db, order, context) : describePackage(db, order)),
    }
  },
}
