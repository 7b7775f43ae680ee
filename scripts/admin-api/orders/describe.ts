import type { Locale } from '#api/language.ts'
import type { Order, PayMethod } from '#api/order.ts'
import type { Image } from '#api/primitives.ts'
import type { Deps } from '../app.ts'
import { readEvents } from '../db/events.ts'
import type { Database } from '../db/open.ts'
import { all } from '../db/write.ts'
import { formatTime } from '../house-time.ts'
import { findPlace, loadPlaces, pickName } from '../modules/read/names.ts'
import { loadPage, readCard } from '../modules/read/texts.ts'
import { canExtend, canGiveBack } from './end-order.ts'
import type { OrderRow } from './orders.ts'
import { writeTicketCode } from './ticket-code.ts'

interface Reading {
  lang: Locale
  now: number
}

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

/** What `all` ordered things are called. */
async function nameOrder(db: Database, order: OrderRow, lang: Locale): Promise<Naming> {
  if (order.performance_id !== null) {
    return readTexts(db, 'performance', order.performance_id, lang)
  }
  if (order.member_package_id !== null) {
    const query = db.query.selectFrom('member_package').select('name')
    const [row] = all(db, query.where('id', '=', order.member_package_id))
    return { title: row ? pickName(row.name, lang) : '—', image: null }
  }
  if (order.type === 'recharge') {
    const { site } = await loadPage(db, 'site', lang)
    return { title: site.name, image: null }
  }
  return nameCourse(db, order, lang)
}

function nameCourse(db: Database, order: OrderRow, lang: Locale): Naming {
  const table = order.course_date_id === null ? 'course_package' : 'course_date'
  const id = order.course_date_id ?? order.course_package_id
  const row = db.prepare(`SELECT course_id FROM ${table} WHERE id = ?`).get(id)
  const naming = readTexts(db, 'course', Number(row?.['course_id']), lang)
  if (order.course_package_id === null) return naming
  const query = db.query.selectFrom('course_package').select('name')
  const [bought] = all(db, query.where('id', '=', order.course_package_id))
  const name = bought ? pickName(bought.name, lang) : '—'
  return { ...naming, title: `${naming.title} · ${name}` }
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

/** Fields that every order has (spec section 3). */
async function describeCommon(deps: Deps, order: OrderRow, { lang, now }: Reading) {
  const { db } = deps
  const isPending = order.status === 'pending'
  const remaining = isPending ? Math.max(0, order.expires_at - now) : 0
  return {
    order_no: order.order_no,
    status: order.status,
    ...(await nameOrder(db, order, lang)),
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

async function describePerformance(deps: Deps, order: OrderRow, common: Common, { lang }: Reading) {
  const { db } = deps
  const query = db.query
    .selectFrom('show')
    .innerJoin('performance', 'performance.id', 'show.performance_id')
    .select(['show.hall_id', 'show.starts_at', 'performance.duration_min'])
    .where('show.id', '=', order.show_id ?? 0)
  const [show] = all(db, query)
  if (!show) throw new Error(`order ${order.id} names no show`)
  const places = await loadPlaces(db, lang)
  const tickets = readTickets(deps, order.id, lang)
  const isVerified = tickets.length > 0 && tickets.every(({ state }) => state === 'used')
  return {
    type: 'performance',
    ...common,
    status: isVerified ? 'verified' : common.status,
    show_id: order.show_id ?? 0,
    starts_at: formatTime(show.starts_at),
    duration_min: show.duration_min,
    place: findPlace(places, show.hall_id),
    tickets,
  } as const
}

async function describeCourse({ db }: Deps, order: OrderRow, common: Common, { lang }: Reading) {
  if (order.course_date_id !== null) {
    const query = db.query.selectFrom('course_date').selectAll()
    const [date] = all(db, query.where('id', '=', order.course_date_id))
    if (!date) throw new Error(`order ${order.id} names no course date`)
    const places = await loadPlaces(db, lang)
    const content = {
      kind: 'date',
      course_date_id: date.id,
      starts_at: formatTime(date.starts_at),
      ends_at: formatTime(date.ends_at),
      place: findPlace(places, date.hall_id),
    } as const
    return { type: 'course', ...common, content } as const
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
  return { type: 'course', ...common, content } as const
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

/** An order as its owner sees it, with every field of spec section 3. */
export async function describeOrder(deps: Deps, order: OrderRow, reading: Reading): Promise<Order> {
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
