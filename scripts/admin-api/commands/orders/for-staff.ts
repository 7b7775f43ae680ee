import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import type { Json } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import type { Local } from '../../db/tables.ts'
import { pickName } from '../../modules/read/names.ts'
import { findInvoice } from '../../orders/invoices.ts'
import { hasDisplayStatus, isPaid } from '../../orders/orders.ts'
import { listPaidTickets } from '../../orders/paid-tickets.ts'
import { CommandError } from '../command.ts'
import { formatYuan } from '../../yuan.ts'
import { formatMinute } from '../staff.ts'
import { createMissingOrderError, type OrderFilter } from './filter.ts'

/** Course and package of class hours, a membership, a performance or course; null for a top-up. */
function joinTitle(title: string | null, packageName: Json<Local> | null): string | null {
  const name = packageName === null ? null : pickName(packageName, DEFAULT_LOCALE)
  return [title, name].filter((part) => part !== null).join(' · ') || null
}

/** Orders for staff, oldest first, with buyer, title, start and counts of tickets. */
export async function listStaffOrders(
  db: Reader,
  { number, status, type, show, phone, failedRefunds }: OrderFilter & { number?: string },
) {
  const orders = await db
    .selectFrom('order')
    .innerJoin('user', 'user.id', 'order.user_id')
    .leftJoin('show', 'show.id', 'order.show_id')
    .leftJoin('course_date', 'course_date.id', 'order.course_date_id')
    .leftJoin('course_package', 'course_package.id', 'order.course_package_id')
    .leftJoin('member_package', 'member_package.id', 'order.member_package_id')
    .leftJoin('content_text as text', (join) =>
      join
        .onRef('text.kind', '=', 'order.type')
        .on('text.lang', '=', DEFAULT_LOCALE)
        .on(({ eb, fn, ref }) =>
          eb(
            'text.item_id',
            '=',
            fn.coalesce(
              'order.performance_id',
              'course_date.course_id',
              ref('course_package.course_id'),
            ),
          ),
        ),
    )
    .leftJoin('verified_order', 'verified_order.id', 'order.id')
    .selectAll('order')
    .select([
      'user.mobile',
      'user.nickname',
      'text.title as item_title',
      'verified_order.id as verified',
    ])
    .select(({ fn }) => [
      fn.coalesce('show.starts_at', 'course_date.starts_at').as('starts_at'),
      fn.coalesce('course_package.name', 'member_package.name').as('package_name'),
    ])
    .select(({ selectFrom }) => {
      const tickets = selectFrom('ticket')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('ticket.order_id', '=', 'order.id')
      return [
        tickets.as('tickets'),
        tickets.where('ticket.state', '=', 'used').as('used'),
        tickets.where('ticket.state', '=', 'valid').as('valid'),
      ]
    })
    .$call((select) => (number === undefined ? select : select.where('order_no', '=', number)))
    .$call((select) => (status === undefined ? select : select.where(hasDisplayStatus(status))))
    .$call((select) => (type === undefined ? select : select.where('order.type', '=', type)))
    .$call((select) => (show === undefined ? select : select.where('order.show_id', '=', show)))
    .$call((select) => (phone === undefined ? select : select.where('user.mobile', '=', phone)))
    .$if(failedRefunds === true, (select) =>
      select.where('order.id', 'in', ({ selectFrom }) =>
        selectFrom('refund').select('refund.order_id').where('refund.state', '=', 'failed'),
      ),
    )
    .orderBy('order.id')
    .execute()
  return orders.map(({ item_title: title, package_name: name, ...row }) => ({
    ...row,
    title: joinTitle(title, name),
    displayStatus: row.verified === null ? row.status : ('verified' as const),
  }))
}

/** Describes what an order is for: its kind and title, and its show or course date. */
export function describeItem(order: StaffOrder): string[] {
  const { order_no: number, type, quantity, title, starts_at: startsAt, show_id: showId } = order
  const head = `Order ${number}: ${type} × ${quantity}`
  const date = showId === null ? `Course date ${order.course_date_id}` : `Show ${showId}`
  return [
    title === null ? head : `${head}, ${stripControls(title)}`,
    ...(startsAt === null ? [] : [`${date}, ${formatMinute(startsAt)}`]),
  ]
}

/** Describes the buyer of an order. */
export const describeBuyer = ({ user_id: userId, nickname, mobile }: StaffOrder): string =>
  `Member ${userId}, ${stripControls(nickname)}, ${mobile}`

/** Finds a paid order by its number. @throws CommandError if it does not exist or is not paid */
export async function findPaidForStaff(db: Reader, number: string) {
  const [order] = await listStaffOrders(db, { number })
  if (!order) throw createMissingOrderError(number)
  if (!isPaid(order)) throw new CommandError(`Order ${number} is ${order.status}, not paid`)
  return order
}

/** Instructions for staff if an invoice was issued before a refund; otherwise empty. */
export async function listInvoiceInstructions(db: Reader, orderId: number): Promise<string[]> {
  const issuedFen = (await findInvoice(db, orderId))?.issued_fen ?? 0
  return issuedFen > 0
    ? [
        `Its invoice was issued for ${formatYuan(issuedFen)} yuan: reverse it (red invoice), then run \`invoices issue\``,
      ]
    : []
}

/** Tickets of an order with tier and price, but without their codes. */
export async function listTickets(db: Reader, orderId: number) {
  const tickets = await listPaidTickets(db, orderId)
  const ofOrder = db.selectFrom('order_line').select('tier_id').where('order_id', '=', orderId)
  const tiers = await db
    .selectFrom('tier')
    .select(['id', 'name'])
    .where('id', 'in', ofOrder)
    .execute()
  const names = new Map(tiers.map(({ id, name }) => [id, pickName(name, DEFAULT_LOCALE)]))
  return tickets.map((ticket) => ({ ...ticket, tier: names.get(ticket.tierId) ?? '' }))
}

export type StaffOrder = Awaited<ReturnType<typeof listStaffOrders>>[number]

/** Refunds of an order with their states. */
export const listRefunds = (db: Reader, orderId: number) =>
  db
    .selectFrom('refund')
    .select(['amount_fen', 'reason', 'state', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
