import type { Selectable } from 'kysely'
import type { Transaction } from '../db/open.ts'
import type { OrderTables } from '../db/order-tables.ts'
import { BusinessError } from '../errors.ts'
import { countLeft } from '../states/show-state.ts'
import type { OrderRow } from './orders.ts'

// Every change of stock is one conditional statement, so that stock is never oversold. All functions run
// inside the caller's transaction and update tiers in ascending order, to avoid deadlocks.

type Reservation = Selectable<OrderTables['reservation']>

interface TierLine {
  tierId: number
  quantity: number
}

async function readLeft(trx: Transaction, showId: number, tierId: number): Promise<number> {
  const row = await trx
    .selectFrom('show_tier')
    .select(['stock', 'held', 'sold'])
    .where('show_id', '=', showId)
    .where('tier_id', '=', tierId)
    .executeTakeFirst()
  return row ? countLeft(row) : 0
}

/** Merges lines of the same tier and sorts them by tier, so that two buyers cannot deadlock. */
export function mergeLines<Line extends TierLine>(lines: readonly Line[]): Line[] {
  const merged = new Map<number, Line>()
  for (const line of lines) {
    const existing = merged.get(line.tierId)
    merged.set(line.tierId, { ...line, quantity: line.quantity + (existing?.quantity ?? 0) })
  }
  return [...merged.values()].toSorted((a, b) => a.tierId - b.tierId)
}

/**
 * Holds tickets of a show for an order.
 * @throws BusinessError 500101 none left, 500110 fewer left than requested (with the number)
 */
export async function holdTickets(
  trx: Transaction,
  { orderId, showId, lines }: { orderId: number; showId: number; lines: readonly TierLine[] },
): Promise<void> {
  const merged = mergeLines(lines)
  for (const { tierId, quantity } of merged) {
    const { numUpdatedRows } = await trx
      .updateTable('show_tier')
      .set((eb) => ({ held: eb('held', '+', quantity) }))
      .where('show_id', '=', showId)
      .where('tier_id', '=', tierId)
      .where((eb) => eb(eb(eb('stock', '-', eb.ref('held')), '-', eb.ref('sold')), '>=', quantity))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    const left = await readLeft(trx, showId, tierId)
    if (left <= 0) throw new BusinessError(500101)
    throw new BusinessError(500110, { tier_id: tierId, places_left: left })
  }
  await trx
    .insertInto('reservation')
    .values(
      merged.map(({ tierId, quantity }) => ({
        order_id: orderId,
        show_id: showId,
        tier_id: tierId,
        quantity,
      })),
    )
    .execute()
}

/** Holds a place of a course date. @throws BusinessError 500101 none left */
export async function holdCourseDate(
  trx: Transaction,
  orderId: number,
  dateId: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('course_date')
    .set((eb) => ({ held: eb('held', '+', 1) }))
    .where('id', '=', dateId)
    .where((eb) => eb(eb(eb('places', '-', eb.ref('held')), '-', eb.ref('booked')), '>=', 1))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new BusinessError(500101)
  await trx
    .insertInto('reservation')
    .values({ order_id: orderId, course_date_id: dateId, quantity: 1 })
    .execute()
}

async function moveStock(
  trx: Transaction,
  row: Reservation,
  step: { held: number; sold: number },
): Promise<void> {
  const [held, sold] = [step.held * row.quantity, step.sold * row.quantity]
  if (row.course_date_id === null) {
    await trx
      .updateTable('show_tier')
      .set((eb) => ({ held: eb('held', '+', held), sold: eb('sold', '+', sold) }))
      .where('show_id', '=', row.show_id)
      .where('tier_id', '=', row.tier_id)
      .execute()
  } else {
    await trx
      .updateTable('course_date')
      .set((eb) => ({ held: eb('held', '+', held), booked: eb('booked', '+', sold) }))
      .where('id', '=', row.course_date_id)
      .execute()
  }
}

/** Changes the state of an order's reservations that are in the state `from`, with the stock. */
export async function moveReservations(
  trx: Transaction,
  orderId: number,
  from: 'held' | 'sold',
  to: 'sold' | 'released',
): Promise<void> {
  // The change of the counts per reserved place.
  const step = {
    held: from === 'held' ? -1 : 0,
    sold: Number(to === 'sold') - Number(from === 'sold'),
  }
  const moved = await trx
    .updateTable('reservation')
    .set({ state: to })
    .where('order_id', '=', orderId)
    .where('state', '=', from)
    .returningAll()
    .execute()
  const sorted = moved.toSorted((a, b) => (a.tier_id ?? 0) - (b.tier_id ?? 0))
  for (const row of sorted) await moveStock(trx, row, step)
}

/** Returns some of an order's sold tickets to the stock. */
export async function releaseTickets(
  trx: Transaction,
  orderId: number,
  lines: readonly TierLine[],
): Promise<void> {
  for (const { tierId, quantity } of mergeLines(lines)) {
    const sold = await trx
      .selectFrom('reservation')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('tier_id', '=', tierId)
      .where('state', '=', 'sold')
      .executeTakeFirstOrThrow()
    const changes =
      sold.quantity === quantity
        ? ({ state: 'released' } as const)
        : { quantity: sold.quantity - quantity }
    await trx.updateTable('reservation').set(changes).where('id', '=', sold.id).execute()
    await moveStock(trx, { ...sold, quantity }, { held: 0, sold: -1 })
  }
}

/**
 * Holds the released places of a cancelled order again, for a late payment.
 * @throws BusinessError 500101 or 500110 when the places are sold
 */
export async function restoreReservations(
  trx: Transaction,
  { id: orderId, show_id: showId, course_date_id: dateId }: OrderRow,
): Promise<void> {
  const released = await trx
    .deleteFrom('reservation')
    .where('order_id', '=', orderId)
    .where('state', '=', 'released')
    .returning(['tier_id', 'quantity'])
    .execute()
  const lines = released.map(({ tier_id: tierId, quantity }) => ({ tierId: tierId ?? 0, quantity }))
  if (showId !== null) await holdTickets(trx, { orderId, showId, lines })
  if (dateId !== null) await holdCourseDate(trx, orderId, dateId)
}

/**
 * Locks the stock of several orders in the same order as buyers do, to avoid deadlocks. For transactions that
 * end several orders.
 */
export async function lockStock(trx: Transaction, orders: readonly OrderRow[]): Promise<void> {
  if (orders.length === 0) return
  const orderIds = orders.map(({ id }) => id)
  const reserved = await trx
    .selectFrom('reservation')
    .select(['show_id', 'course_date_id'])
    .distinct()
    .where('order_id', 'in', orderIds)
    .where('state', '<>', 'released')
    .execute()
  const shows = reserved.flatMap(({ show_id: id }) => (id === null ? [] : id))
  if (shows.length > 0) {
    const tiers = trx.selectFrom('show_tier').select('tier_id').where('show_id', 'in', shows)
    await tiers.orderBy('show_id').orderBy('tier_id').forUpdate().execute()
  }
  const dates = reserved.flatMap(({ course_date_id: id }) => (id === null ? [] : id))
  if (dates.length > 0) {
    const places = trx.selectFrom('course_date').select('id').where('id', 'in', dates)
    await places.orderBy('id').forUpdate().execute()
  }
}
