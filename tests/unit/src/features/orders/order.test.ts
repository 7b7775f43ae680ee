import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import type { Order } from '#api/order.ts'
import type { OrderLogEvent } from '#scripts/admin-api/orders/log.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { getListHref, readFilter } from '#features/orders/address.ts'
import { listCommonFacts, listPriceFacts } from '#features/orders/facts.ts'
import { getOrderKind, ORDER_KINDS } from '#features/order-core/order-kinds.ts'
import { readOrderNumber } from '#features/order-core/order-number.ts'
import { getDeadline } from '#features/order-core/order-with-timing.ts'
import { writeCalendarEntry } from '#features/order-core/calendar-entry.ts'
import { getTicketsLineKey } from '#features/orders/info/Tickets.tsx'
import { readTicketState } from '#features/order-core/kinds/performance.ts'
import { listConsequences } from '#features/orders/ChangeDialog.tsx'
import { getItemHref } from '#features/orders/info/InfoPage.tsx'
import { listEvents } from '#features/orders/info/History.tsx'
import { readAmount } from '#features/orders/recharge/amount.ts'
import type { OrderPage } from '#features/orders/request.ts'
import { readShownStatus, STATUS_LOOKS } from '#features/orders/status.ts'
import { appendPage, mergeOrders, replaceOrder } from '#features/orders/use-orders.ts'
import { drawOrder } from '#tests/fixtures/orders.ts'

const context = { locale: 'en', t: createIslandTexts('en', 'order') } as const
const toValues = (facts: { name: string; value: string }[]) =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]))
const listContent = (order: Order) => getOrderKind(order).listContent(order, context)
const timing = { requestedAt: 1000, receivedAt: 1200 }

test.each([
  ['regular', 'Your place is released at once.'],
  ['class_hour', 'Your place is released at once, and the class hours are returned.'],
])('the refund of a booking by the rule %s states: %s', (rule, text) => {
  const performance = drawOrder()
  if (performance.type !== 'performance') throw new Error('no order of tickets')
  const { starts_at: at, place } = performance
  const content = { kind: 'date', course_date_id: 1, starts_at: at, ends_at: at, place }
  const order = drawOrder({ type: 'course', course_id: 3, rule, content })
  expect(listConsequences('refund', order, context.t).at(-1)).toBe(text)
})

test.each([
  ['refunded', 0, 'cancelled'],
  ['refunding', 0, 'cancelled'],
  ['refunded', 100, 'refunded'],
  ['paid', 0, 'paid'],
])('an order that is %s for %i fen is shown as %s', (status, payable_fen, shown) => {
  expect(readShownStatus(drawOrder({ status, payable_fen }))).toBe(shown)
})

test('a paid order leads to its performance; an ended one does not, as it may be gone', () => {
  expect(getItemHref(drawOrder(), 'en')).toBe('/en/drama/detail?id=7')
  expect(getItemHref(drawOrder({ status: 'completed' }), 'en')).toBeNull()
})

describe('order facts', () => {
  test('of a performance are time, duration, location and tickets', { tags: ['S3.30'] }, () => {
    expect(toValues(listContent(drawOrder()))).toStrictEqual({
      Time: 'Sat 8 May 2027, 19:30',
      Duration: '150 minutes',
      Location: 'Shanghai\u00a0· Entracte House\u00a0· Studio\u00a0· 1 Stage Road',
      Tickets: 'Balcony\u00a0×\u00a02',
      Admitted: '1 of 2',
    })
  })

  test.each([
    ['completed', '2 of 2'],
    ['refunded', undefined],
  ])('of a %s performance whose tickets are all void count them as %s', (status, count) => {
    const order = drawOrder({ status })
    if (order.type !== 'performance') throw new Error('no order of tickets')
    const tickets = order.tickets.map((ticket) => ({ ...ticket, state: 'void' as const }))
    expect(toValues(listContent({ ...order, tickets }))['Void tickets']).toBe(count)
  })

  test(
    'of a course package are class hours, hours left and permanent validity',
    { tags: ['S3.29'] },
    () => {
      const order = drawOrder({
        type: 'course',
        course_id: 3,
        content: {
          kind: 'package',
          class_hours: 10,
          hours_left: 7,
          permanent: true,
          expires_at: null,
        },
      })
      expect(toValues(listContent(order))).toEqual({
        'Class hours': '10 class hours',
        'Hours left': '7 class hours',
        Validity: 'Never expires',
      })
    },
  )

  test.each([
    ['2027-05-04T12:00:00+08:00', 'Expired on 4 May 2027'],
    ['2027-08-05T12:00:00+08:00', 'Until 5 Aug 2027'],
  ])('of a course package that ends %s state the validity as "%s"', (expires_at, validity) => {
    const content = {
      kind: 'package',
      class_hours: 10,
      hours_left: 7,
      permanent: false,
      expires_at,
    }
    const order = drawOrder({ type: 'course', course_id: 3, content })
    expect(toValues(listContent(order))).toMatchObject({ Validity: validity })
  })

  test(
    'of every order include type, quantity, times, prices and discount',
    { tags: ['S3.27'] },
    () => {
      expect(toValues(listCommonFacts(drawOrder({ paid_at: null }), context))).toStrictEqual({
        Type: 'Performance',
        Quantity: '2',
        Ordered: 'Wed 5 May 2027, 12:00',
        Paid: 'Not paid',
      })
      expect(toValues(listPriceFacts(drawOrder(), context))).toStrictEqual({
        'Original price': '¥361',
        'Member discount': '− ¥36.10',
        Price: 'Member price',
        'Actual payment': '¥324.90',
      })
    },
  )

  test('of an order whose late payment was refunded do not say that it is unpaid', () => {
    const refund = { status: 'done', amount_fen: 32_490 }
    const order = drawOrder({
      status: 'cancelled',
      cancel_reason: 'timeout',
      paid_at: null,
      refund,
    })
    expect(toValues(listCommonFacts(order, context))).not.toHaveProperty('Paid')
  })

  test('of a booking paid with class hours name no member discount', () => {
    const order = drawOrder({ rule: 'class_hour', payable_fen: 0, member_discount_fen: 36_100 })
    expect(toValues(listPriceFacts(order, context))).toMatchObject({
      'Original price': '¥361',
      'Class hours': '− ¥361',
      Price: 'Paid with class hours',
    })
  })

  test(
    'have a distinct presentation for each status',
    { tags: ['S4.12', 'S4.13', 'S4.14'] },
    () => {
      const paths = Object.values(STATUS_LOOKS).map(({ path }) => path)
      expect(new Set(paths).size).toBe(7)
    },
  )

  test('include a deadline for a pending order only', { tags: ['S4.10'] }, () => {
    const end = '2027-05-05T12:15:00+08:00'
    const pending = drawOrder({ status: 'pending', expires_at: end, remaining_ms: 899_600 })
    // The server reads its clock halfway.
    expect(getDeadline({ ...pending, timing })).toEqual({
      at: end,
      until: 1100 + 899_600,
      notedAt: 1200,
    })
    expect(getDeadline({ ...drawOrder({ expires_at: end }), timing })).toBeNull()
  })

  test.each([
    ['staff', ['cancelled'], 'Cancelled by our staff'],
    ['staff', ['old_ticket_used', 'cancelled'], 'An old ticket was used'],
    ['staff', ['old_ticket_refunded', 'cancelled'], 'Tickets of the old order were refunded'],
    ['user', ['cancelled'], 'Cancelled by you'],
    ['timeout', ['cancelled'], 'The payment time ended'],
  ])('explain a cancellation by %s after the events %j', (cancel_reason, names, expected) => {
    const events = names.map((event) => ({ event, at: '2027-05-05T12:00:00+08:00' }))
    const order = drawOrder({ status: 'cancelled', cancel_reason, events })
    expect(toValues(listCommonFacts(order, context))).toMatchObject({ 'Why cancelled': expected })
  })

  test.each([
    [['valid', 'used', 'void'], 'tickets_latin'],
    [['used', 'void'], 'tickets_latin_used'],
    [['void'], 'tickets_latin_void'],
    [[], 'tickets_latin_none'],
  ])('caption tickets that are %j as %s', (states, expected) => {
    const tickets = states.map((state, id) => ({
      id: id + 1,
      tier: 'Stalls',
      code: `T1${String(id).padStart(44, 'A')}`,
      state,
      used_at: null,
    }))
    const order = drawOrder({ tickets })
    if (order.type !== 'performance') throw new Error('no order of tickets')
    expect(getTicketsLineKey(order)).toBe(`order_info:${expected}`)
  })

  test('mark a valid ticket as ended after its show, but not a used or void one', () => {
    const states = (status: string) => {
      const order = drawOrder({ status })
      if (order.type !== 'performance') throw new Error('no order of tickets')
      return {
        states: order.tickets.map((ticket) => readTicketState(order, ticket)),
        line: getTicketsLineKey(order),
      }
    }
    expect(states('paid')).toEqual({ states: ['used', 'valid'], line: 'order_info:tickets_latin' })
    expect(states('completed')).toEqual({
      states: ['used', 'ended'],
      line: 'order_info:tickets_latin_used',
    })
  })

  test('include every event of the embedded API but a payment of a wrong amount, which staff settle', () => {
    type Shown = ReturnType<typeof listEvents>[number]['name']
    expectTypeOf<Exclude<OrderLogEvent, 'wrong_amount'>>().toEqualTypeOf<Shown>()
  })

  test('omit unknown events', () => {
    const at = '2027-05-05T12:00:00+08:00'
    const events = ['created', 'teleported', 'paid'].map((event) => ({ event, at }))
    expect(listEvents({ events }).map(({ name }) => name)).toEqual(['created', 'paid'])
  })
})

describe('calendar entry of an order', () => {
  const page = {
    url: 'https://house.example/en/pay/success?id=AB12CD34',
    siteName: 'The Riverside Playhouse',
    locale: 'en',
  } as const
  test('contains the show, its end and its place', () => {
    const entry = writeCalendarEntry(drawOrder(), page)
    expect(entry).toContain('DTSTART;TZID=Asia/Shanghai:20270508T193000')
    expect(entry).toContain('DTEND;TZID=Asia/Shanghai:20270508T220000')
    expect(entry).toContain('SUMMARY:Teahouse')
    expect(entry).toContain('PRODID:-//The Riverside Playhouse//Calendar//EN')
    expect(entry).toMatch(/UID:\w+@house\.example/)
    expect(entry).toMatch(/URL:https:\/\/house\.example\/en\/order\/Info\?id=\w+/)
  })
  test.each(['pending', 'cancelled', 'completed', 'refunding', 'refunded'] as const)(
    'is null for an order that is %s',
    (status) => {
      expect(writeCalendarEntry(drawOrder({ status }), page)).toBeNull()
    },
  )
  test('is null for an order without a time', () => {
    expect(writeCalendarEntry(drawOrder({ type: 'recharge' }), page)).toBeNull()
  })
})

describe('order list URL', () => {
  test('contains kind and status, and ignores invalid values', () => {
    expect(readFilter('?type=course&status=paid', null)).toEqual({ type: 'course', status: 'paid' })
    expect(readFilter('?type=x&status=y', null)).toEqual({ type: null, status: null })
    expect(readFilter('?type=course', 'member')).toEqual({ type: 'member', status: null })
    const filter = { type: 'performance', status: 'pending' } as const
    expect(getListHref(filter, 'en')).toBe('/en/order/perform?status=pending')
    expect(getListHref({ type: null, status: null }, 'zh-cn')).toBe('/order/list')
  })
  test('of a kind without a page is that of all orders, with the kind', () => {
    const { list } = ORDER_KINDS.member
    onTestFinished(() => void (ORDER_KINDS.member.list = list))
    ORDER_KINDS.member.list = null
    expect(getListHref({ type: 'member', status: null }, 'zh-cn')).toBe('/order/list?type=member')
    const address = getListHref({ type: 'member', status: 'paid' }, 'en')
    expect(address).toBe('/en/order/list?type=member&status=paid')
    expect(readFilter(new URL(address, 'http://x').search, null)).toEqual({
      type: 'member',
      status: 'paid',
    })
  })
  test.each([
    [null, ['verified', 'completed']],
    ['performance', ['verified', 'completed']],
    ['course', ['completed']],
    ['member', []],
    ['recharge', []],
  ] as const)(
    'for kind %s accepts the statuses after a visit that it can have: %j',
    (type, own) => {
      const readStatus = (status: string) => readFilter(`?status=${status}`, type).status
      const accepted = ['verified', 'completed'].filter((status) => readStatus(status) === status)
      expect(accepted).toEqual(own)
      expect(readStatus('refunded')).toBe('refunded')
    },
  )
  test.each([
    ['?id=AB12CD34', 'AB12CD34'],
    ['?id=2027050512000001', '2027050512000001'],
    ['?id=ab12cd34', null],
    ['?id=1', null],
    ['?id=', null],
    ['', null],
    ['?id=../../x', null],
  ])('is read from %j as order %j', (search, number) =>
    expect(readOrderNumber(search)).toBe(number),
  )
})

describe('order list pages', () => {
  const draw = (order_no: string, status: Order['status'] = 'paid') => ({
    ...drawOrder({ order_no, status }),
    timing,
  })
  test('merge without duplicates, and replace a changed order', () => {
    const page = { items: [draw('AAAAAAA1'), draw('AAAAAAA2')], page: 1, total: 3 }
    const merged = mergeOrders(page, [draw('AAAAAAA2', 'cancelled'), draw('AAAAAAA3')])
    expect(merged.map(({ order_no, status }) => [order_no, status])).toEqual([
      ['AAAAAAA1', 'paid'],
      ['AAAAAAA2', 'cancelled'],
      ['AAAAAAA3', 'paid'],
    ])
  })
  test('load the page of the next order again when orders have left the filter', () => {
    const numbers = ['AAAAAAA1', 'AAAAAAA2', 'AAAAAAA3', 'AAAAAAA4']
    const items = numbers.map((number) => draw(number, 'pending'))
    const page = { items, page: 2, size: 2, total: 30, firstNew: null }
    const change = (status: Order['status'], filter: Order['status'] | null) =>
      replaceOrder(page, draw('AAAAAAA1', status), { status: filter }).page
    expect(change('pending', 'pending')).toBe(2)
    expect(change('cancelled', null)).toBe(2)
    let shown: OrderPage = page
    const pages = numbers.map((number) => {
      shown = replaceOrder(shown, draw(number, 'cancelled'), { status: 'pending' })
      return shown.page
    })
    expect(pages).toEqual([1, 1, 0, 0])
  })
  test('list every order of the filter after one has left it', () => {
    const filter = { status: 'paid' } as const
    const page = {
      items: [draw('AAAAAAA1'), draw('AAAAAAA2')],
      page: 1,
      size: 2,
      total: 4,
      firstNew: null,
    }
    const changed = replaceOrder(page, draw('AAAAAAA1', 'refunding'), filter)
    const first = {
      items: [draw('AAAAAAA2'), draw('AAAAAAA3')],
      page: 1,
      size: 2,
      total: 3,
      firstNew: null,
    }
    const more = appendPage(changed, first, filter)
    // One listed order has left, and one of the other three is not listed yet.
    expect([more.items.length, more.total]).toEqual([3, 4])
    const second = { items: [draw('AAAAAAA4')], page: 2, size: 2, total: 3, firstNew: null }
    const all = appendPage(more, second, filter)
    expect([all.items.length, all.total]).toEqual([4, 4])
    expect(appendPage(page, first, { status: null }).total).toBe(3)
  })
})

describe('top-up amount', () => {
  test.each([
    ['200', 20_000],
    ['0.5', null],
    ['1', 100],
    ['10,000', 1_000_000],
    ['10000.01', null],
    ['1,280.50', 128_050],
    ['1,5', null],
    ['￥８８．８', 8880],
    ['88.888', null],
    ['-5', null],
    ['1e3', null],
    ['', null],
    ['abc', null],
  ])('reads %j yuan as %j fen', (text, fen) => expect(readAmount(text)).toBe(fen))
})
