import type { Locale } from '#api/language.ts'
import { TICKET_CODE_PREFIX, type VisitPlace } from '#api/order.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { getDay, formatTime, readClock } from '../venue-time.ts'
import type { CommonFields } from '../orders/order-kind.ts'
import type { ApplicationSummary, BookingOrder, MessageData, TicketOrder } from './message-data.ts'
import { DAY, HOUR } from '../../lib/durations.ts'

// Sample data for each kind of message, for the preview page and tests.

/** Texts by the script of the locale. */
const TEXTS = {
  han: {
    title: '海鸥',
    course: '表演入门',
    activity: '后台开放日',
    package: '十课时',
    city: '上海',
    venue: '河畔剧场',
    hall: '大剧场',
    studio: '二号排练厅',
    address: '上海市静安区剧场路 1 号',
    transport: '地铁 2 号线静安寺站，步行约 5 分钟。',
    tiers: ['一等座', '二等座'],
    rules: [
      { title: '退票', text: '开演 48 小时前可全额退票，票款原路退回。' },
      { title: '迟到', text: '迟到的观众由领位员在换景时带入场。' },
    ],
    company: '上海某某文化有限公司',
  },
  latin: {
    title: 'The Seagull',
    course: 'First steps in acting',
    activity: 'Backstage open day',
    package: 'Ten class hours',
    city: 'Shanghai',
    venue: 'Riverside Playhouse',
    hall: 'Main Stage',
    studio: 'Studio 2',
    address: '1 Theatre Road, Jing’an, Shanghai',
    transport: 'Jing’an Temple station, Line 2, then five minutes on foot.',
    tiers: ['Stalls', 'Balcony'],
    rules: [
      { title: 'Refunds', text: 'Full refund until 48 hours before the performance.' },
      { title: 'Latecomers', text: 'You are shown in at the next change of scene.' },
    ],
    company: 'Example Culture Ltd, Shanghai',
  },
} as const

const getTexts = (locale: Locale) => TEXTS[LOCALE_TRAITS[locale].script]

/** The evening some days from now, in venue time (epoch ms). */
const getEvening = (days: number, now: number): number =>
  readClock(getDay(now).add({ days }), '19:30')

/** An unsigned ticket code, which is invalid at the door. */
const createCode = (letter: string): string => `${TICKET_CODE_PREFIX}${letter.repeat(44)}`

function createPlace(locale: Locale, hall: string): VisitPlace {
  const { city, venue, address, transport } = getTexts(locale)
  return {
    city: { id: 1, name: city },
    venue: { id: 1, name: venue },
    hall: { id: 1, name: hall },
    address,
    transport,
  }
}

function createCommon(title: string, now: number, payableFen: number): CommonFields {
  return {
    order_no: 'K7XQ2M9PA4BD',
    status: 'paid',
    title,
    image: null,
    quantity: 1,
    created_at: formatTime(now - HOUR),
    paid_at: formatTime(now - HOUR),
    expires_at: null,
    remaining_ms: 0,
    original_fen: payableFen,
    member_discount_fen: 0,
    payable_fen: payableFen,
    credit_fen: 0,
    rule: 'regular',
    cancel_reason: null,
    paid_late: false,
    refund: null,
    refundable_fen: payableFen,
    invoice: null,
    actions: {
      pay: false,
      cancel: false,
      refund: true,
      extend: false,
      refund_tickets: true,
      exchange: true,
      invoice: true,
    },
    pay_methods: [],
    in_app_methods: [],
    events: [],
    server_time: formatTime(now),
  }
}

function createTicketOrder(locale: Locale, now: number): TicketOrder {
  const { title, hall, tiers } = getTexts(locale)
  const [stalls, balcony] = tiers
  const createTicket = (id: number, tier: string, letter: string) =>
    ({
      id,
      tier,
      code: createCode(letter),
      state: 'valid',
      used_at: null,
      refund_fen: null,
    }) as const
  return {
    ...createCommon(title, now, 114_000),
    type: 'performance',
    quantity: 3,
    performance_id: 1,
    show_id: 1,
    starts_at: formatTime(getEvening(10, now)),
    duration_min: 150,
    place: createPlace(locale, hall),
    lines: [
      { tier_id: 1, tier: stalls, quantity: 2, unit_fen: 45_000 },
      { tier_id: 2, tier: balcony, quantity: 1, unit_fen: 24_000 },
    ],
    tickets: [
      createTicket(1, stalls, 'A'),
      createTicket(2, stalls, 'B'),
      createTicket(3, balcony, 'C'),
    ],
    exchanged_from: null,
    exchanged_to: [],
  }
}

/** An unpaid order that exchanges cheaper tickets. */
const createExchange = (order: TicketOrder): TicketOrder => ({
  ...order,
  status: 'pending',
  payable_fen: 34_000,
  credit_fen: 80_000,
  exchanged_from: 'M3TR8W5QHC7E',
  tickets: [],
})

function createBooking(locale: Locale, now: number): BookingOrder {
  const { course, studio } = getTexts(locale)
  const startsAt = getEvening(5, now)
  return {
    ...createCommon(course, now, 0),
    type: 'course',
    rule: 'member_free',
    original_fen: 12_000,
    member_discount_fen: 12_000,
    course_id: 1,
    content: {
      kind: 'date',
      course_date_id: 1,
      starts_at: formatTime(startsAt),
      ends_at: formatTime(startsAt + 2 * HOUR),
      place: createPlace(locale, studio),
    },
  }
}

function createApplication(
  locale: Locale,
  now: number,
  kind: ApplicationSummary['kind'],
): ApplicationSummary {
  return {
    id: 12,
    kind,
    subject: { id: 1, name: getTexts(locale)[kind] },
    submitted_at: formatTime(now - 3 * DAY),
    files_deleted_at: formatTime(now + 180 * DAY),
  }
}

/** Creates sample data for each kind of message. @param now epoch ms */
export function createSamples(locale: Locale, now: number): MessageData {
  const { title, course, rules, hall, studio, company } = getTexts(locale)
  const order = createTicketOrder(locale, now)
  const booking = createBooking(locale, now)
  const at = (days: number, ms = 0) => formatTime(getEvening(days, now) + ms)
  const money = { kind: 'money', amountFen: 114_000, method: 'wechat' } as const
  const hours = { kind: 'class_hours', hours: 2 } as const
  const activity = createApplication(locale, now, 'activity')
  const dates = [{ startsAt: at(6), place: createPlace(locale, hall) }]
  return {
    login_code: { code: '402915', purpose: 'email', minutes: 5 },
    tickets_bought: { order, rules: [...rules], refundableUntil: at(8), exchanged: null },
    exchange_payable: { order: createExchange(order), payUntil: at(0) },
    booking_confirmed: { order: booking, cancellableUntil: at(5, -12 * HOUR) },
    class_hours_bought: {
      order: {
        ...createCommon(`${course} · ${getTexts(locale).package}`, now, 99_000),
        type: 'course',
        course_id: 1,
        content: {
          kind: 'package',
          class_hours: 10,
          hours_left: 10,
          permanent: false,
          expires_at: at(365),
        },
      },
    },
    membership_started: {
      order: { ...createCommon(title, now, 39_900), type: 'member', from: at(0), until: null },
      from: at(0),
      until: at(365),
    },
    membership_ending: { until: at(14) },
    balance_topped_up: {
      order: { ...createCommon(title, now, 50_000), type: 'recharge' },
      balanceFen: 62_050,
    },
    refund: { order, reason: 'user', returned: money, sequence: 1 },
    tickets_refunded: {
      order,
      tickets: order.tickets.slice(0, 1),
      reason: 'user',
      returned: { ...money, amountFen: 45_000 },
      sequence: 1,
    },
    show_cancelled: { order, returned: money, sequence: 1 },
    show_moved: {
      order,
      before: { startsAt: at(9), place: createPlace(locale, studio) },
      deadline: at(7),
      sequence: 1,
    },
    course_date_cancelled: { order: booking, returned: hours, sequence: 1 },
    course_date_moved: {
      order: booking,
      before: { startsAt: at(4), place: createPlace(locale, studio) },
      deadline: at(5, -12 * HOUR),
      sequence: 1,
    },
    show_reminder: { order, sequence: 1 },
    course_reminder: { order: booking, sequence: 1 },
    application_received: { application: createApplication(locale, now, 'course') },
    application_accepted: { application: activity, dates },
    application_waitlisted: { application: activity },
    application_declined: { application: createApplication(locale, now, 'course') },
    application_reopened: { application: createApplication(locale, now, 'course') },
    place_offered: { application: activity, dates },
    mobile_changed: { changedAt: at(0) },
    email_changed: { changedAt: at(0) },
    sign_in_bound: { provider: 'Google', boundAt: at(0) },
    sign_in_unbound: { provider: 'Google', unboundAt: at(0) },
    account_deletion_announced: { deletedAt: at(14) },
    account_deleted: { hasOrders: true },
    invoice_issued: {
      order,
      title: company,
      taxNumber: '91350100M000100Y43',
      amountFen: 114_000,
    },
  }
}
