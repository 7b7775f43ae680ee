import type { Locale } from '#api/language.ts'
import type { Order, PayMethod } from '#api/order.ts'
import type { Place } from '#api/primitives.ts'
import type { Deps } from '../app.ts'
import { readEvents } from '../db/events.ts'
import type { Database } from '../db/open.ts'
import { all } from '../db/write.ts'
import { formatTime } from '../venue-time.ts'
import { findPlace, loadPlaces, pickName } from '../modules/read/names.ts'
import { loadPage } from '../modules/read/texts.ts'
import { canExtend, canGiveBack } from './end-order.ts'
import { findCourseId, nameOrder } from './name-order.ts'
import type { OrderRow } from './orders.ts'
import { writeTicketCode } from './ticket-code.ts'

interface Reading {
  lang: Locale
  now: number
}

/** A reading with what several orders share: read once, and only when an order needs it. */
interface SharedReading extends Reading {
  readPlaces: () => Promise<ReadonlyMap<number, Place>>
  readSiteName: () => Promise<string>
}

function shareReading(db: Database, reading: Reading): SharedReading {
  let places: Promise<ReadonlyMap<number, Place>> | undefined
  let site: Promise<string> | undefined
  return {
    ...reading,
    readPlaces: () => (places ??= loadPlaces(db, reading.lang)),
    readSiteName: () =>
      (site ??= loadPage(db, 'site', reading.lang).then((page) => page.site.name)),
  }
}

function readTickets({ db, secrets }: Deps, orderId: number, lang: Locale) {
  const query = db.query
    .selectFrom('ticket')
    .innerJoin('tier', 'tier.id', 'ticket.tier_id')
    .selectAll('ticket')
    .select('tier.name')
    .where('order_id', '=', orderId)
    .orderBy('ticket.id')
  return all(db, query).map((ticket) => ({
    id: ticket.id,
    tier: pickName(ticket.name, lang),
    code: writeTicketCode(secrets, ticket),
    state: ticket.state,
    used_at: ticket.used_at === null ? null : formatTime(ticket.used_at),
  }))
}

function readRefund(db: Database, orderId: number): Order['refund'] {
  const query = db.query.selectFrom('refund').selectAll().where('order_id', '=', orderId)
  const rows = all(db, query)
  if (rows.length === 0) return null
  const amount = rows.reduce((total, row) => total + row.amount_fen, 0)
  const isDone = rows.every(({ state }) => state === 'done')
  const isFailed = rows.some(({ state }) => state === 'failed')
  return { status: isDone ? 'done' : isFailed ? 'failed' : 'under_way', amount_fen: amount }
}

function listPayMethods({ payments }: Deps, order: OrderRow): PayMethod[] {
  const offered = (['wechat', 'alipay', 'sandbox'] as const).filter((name) => payments.has(name))
  return order.type === 'recharge' ? offered : [...offered, 'balance']
}

function readStatus(db: Database, order: OrderRow): Order['status'] {
  const query = db.query.selectFrom('verified_order').select('id').where('id', '=', order.id)
  return all(db, query).length > 0 ? 'verified' : order.status
}

/** Fields that every order has (spec section 3). */
async function describeCommon(deps: Deps, order: OrderRow, reading: SharedReading) {
  const { db } = deps
  const { now } = reading
  const isPending = order.status === 'pending'
  const remaining = isPending ? Math.max(0, order.expires_at - now) : 0
  return {
    order_no: order.order_no,
    status: readStatus(db, order),
    ...(await nameOrder(db, order, reading)),
    quantity: order.quantity,
    created_at: formatTime(order.created_at),
    paid_at: order.paid_at === null ? null : formatTime(order.paid_at),
    expires_at: isPending ? formatTime(order.expires_at) : null,
    remaining_ms: remaining,
    original_fen: order.original_fen,
    member_discount_fen: order.member_discount_fen,
    payable_fen: order.payable_fen,
    rule: order.rule,
    cancel_reason: order.cancel_reason,
    paid_late: order.paid_late === 1,
    refund: readRefund(db, order.id),
    actions: {
      pay: remaining > 0,
      cancel: isPending,
      refund: canGiveBack(db, order, now),
      extend: canExtend(order, now),
    },
    pay_methods: listPayMethods(deps, order),
    events: readEvents(db, 'order', order.id).map(({ event, at }) => ({
      event,
      at: formatTime(at),
    })),
    server_time: formatTime(now),
  }
}
type Common = Awaited<ReturnType<typeof describeCommon>>

function readLines(db: Database, orderId: number, lang: Locale) {
  const query = db.query
    .selectFrom('order_line')
    .innerJoin('tier', 'tier.id', 'order_line.tier_id')
    .select(['order_line.tier_id', 'order_line.quantity', 'order_line.unit_fen', 'tier.name'])
    .where('order_id', '=', orderId)
    .orderBy('order_line.tier_id')
  return all(db, query).map(({ name, ...line }) => ({ ...line, tier: pickName(name, lang) }))
}

async function describePerformance(
  deps: Deps,
  order: OrderRow,
  common: Common,
  { lang, readPlaces }: SharedReading,
) {
  const { db } = deps
  const query = db.query
    .selectFrom('show')
    .innerJoin('performance', 'performance.id', 'show.performance_id')
    .select(['show.performance_id', 'show.hall_id', 'show.starts_at', 'performance.duration_min'])
    .where('show.id', '=', order.show_id ?? 0)
  const [show] = all(db, query)
  if (!show) throw new Error(`order ${order.id} names no show`)
  const tickets = readTickets(deps, order.id, lang)
  return {
    type: 'performance',
    ...common,
    performance_id: show.performance_id,
    show_id: order.show_id ?? 0,
    starts_at: formatTime(show.starts_at),
    duration_min: show.duration_min,
    place: findPlace(await readPlaces(), show.hall_id),
    lines: readLines(db, order.id, lang),
    tickets,
  } as const
}

async function describeCourse(
  { db }: Deps,
  order: OrderRow,
  common: Common,
  { readPlaces }: SharedReading,
) {
  const course_id = findCourseId(db, order)
  if (order.course_date_id !== null) {
    const query = db.query.selectFrom('course_date').selectAll()
    const [date] = all(db, query.where('id', '=', order.course_date_id))
    if (!date) throw new Error(`order ${order.id} names no course date`)
    const content = {
      kind: 'date',
      course_date_id: date.id,
      starts_at: formatTime(date.starts_at),
      ends_at: formatTime(date.ends_at),
      place: findPlace(await readPlaces(), date.hall_id),
    } as const
    return { type: 'course', ...common, course_id, content } as const
  }
  const [pass] = all(
    db,
    db.query.selectFrom('class_pass').selectAll().where('order_id', '=', order.id),
  )
  const packages = db.query.selectFrom('course_package').select(['class_hours', 'permanent'])
  const [bought] = all(db, packages.where('id', '=', order.course_package_id ?? 0))
  const expiresAt = pass?.expires_at ?? null
  const content = {
    kind: 'package',
    class_hours: bought?.class_hours ?? 0,
    hours_left: pass?.hours_left ?? 0,
    permanent: bought?.permanent === 1,
    expires_at: expiresAt === null ? null : formatTime(expiresAt),
  } as const
  return { type: 'course', ...common, course_id, content } as const
}

function describeMember({ db }: Deps, order: OrderRow, common: Common) {
  const query = db.query.selectFrom('membership').selectAll().where('order_id', '=', order.id)
  const [membership] = all(db, query)
  return {
    type: 'member',
    ...common,
    from: membership ? formatTime(membership.from_at) : null,
    until: membership ? formatTime(membership.until_at) : null,
  } as const
}

async function describe(deps: Deps, order: OrderRow, reading: SharedReading): Promise<Order> {
  const common = await describeCommon(deps, order, reading)
  switch (order.type) {
    case 'performance':
      return describePerformance(deps, order, common, reading)
    case 'course':
      return describeCourse(deps, order, common, reading)
    case 'member':
      return describeMember(deps, order, common)
    case 'recharge':
      return { type: 'recharge', ...common }
  }
}

/** Orders as their owner sees them, with every field of spec section 3. */
export function describeOrders(
  deps: Deps,
  orders: readonly OrderRow[],
  reading: Reading,
): Promise<Order[]> {
  const shared = shareReading(deps.db, reading)
  return Promise.all(orders.map((order) => describe(deps, order, shared)))
}

/** One order as its owner sees it. */
export const describeOrder = (deps: Deps, order: OrderRow, reading: Reading): Promise<Order> =>
  describe(deps, order, shareReading(deps.db, reading))
