import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '#api/order.ts'
import { OrderClosed } from '#features/checkout/OrderClosed.tsx'
import { PaySlip } from '#features/orders/info/PaySlip.tsx'
import { listTiers } from '#features/orders/tickets/ExchangeDialog.tsx'
import { drawOrder } from '#tests/fixtures/orders.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

const order = drawOrder({
  lines: ['Stalls', 'Balcony'].map((tier, index) => ({
    tier_id: index + 1,
    tier,
    quantity: 1,
    unit_fen: 18_050,
  })),
  tickets: ['Stalls', 'Balcony'].map((tier, index) => ({
    id: index + 1,
    tier,
    code: `T1${index}`,
    state: 'valid',
    used_at: null,
  })),
})

test.each([
  [5, [], ['Stalls', 'Balcony']],
  [5, [1], ['Balcony']],
  [5, [2], ['Stalls']],
  [5, [1, 2], []],
  [6, [1, 2], ['Stalls', 'Balcony']],
])('for show %i, the tickets %j can be exchanged for %j', (id, chosen, names) => {
  if (order.type !== 'performance') throw new Error('no order of tickets')
  const tiers = ['Stalls', 'Balcony'].map((name, index) => ({
    id: index + 1,
    name,
    price_fen: 18_050,
    member_price_fen: 18_050,
    places_left: 9,
    state: 'on_sale' as const,
  }))
  const listed = listTiers({ id, tiers }, order, new Set(chosen))
  expect(listed.map(({ name }) => name)).toEqual(names)
})

/** An unpaid exchange of free tickets for others that cost something. */
const expired = drawOrder({
  status: 'cancelled',
  cancel_reason: 'timeout',
  credit_fen: 0,
  exchanged_from: '20270508ABCDEFGHJK',
})

test('an expired exchange of free tickets is not offered as a purchase again', () => {
  const t = createIslandTexts('en', 'pay')
  const html = renderToStaticMarkup(
    createElement(OrderClosed, { order: expired, stage: 'expired', locale: 'en', t }),
  )
  expect(html).toContain(t('pay:over_exchange_timeout'))
  expect(html).not.toContain(t('pay:buy_again'))
})

function renderPaySlip(shown: Order): string {
  const props = {
    order: { ...shown, timing: { requestedAt: 1000, receivedAt: 1200 } },
    onChange: () => undefined,
    onEnd: () => undefined,
    locale: 'en',
    t: createIslandTexts('en', 'orderInfo'),
  } as const
  return renderToStaticMarkup(createElement(PaySlip, props))
}

test.each([
  ['an expired exchange of free tickets says', expired, true],
  ['a paid exchange does not say', drawOrder({ exchanged_from: '20270508ABCDEFGHJK' }), false],
])('the order page of %s that the original tickets stay valid', (_exchange, shown, isStated) => {
  const t = createIslandTexts('en', 'orderInfo')
  expect(renderPaySlip(shown).includes(t('order_info:exchange_kept'))).toBe(isStated)
})

test.each(['refund', 'refund_tickets', 'exchange', null])(
  'the order page of a coming visit says that changes are closed unless %s is possible',
  (action) => {
    const { actions } = drawOrder()
    const isPossible = (name: string) => name === action
    const shown = drawOrder({
      actions: {
        ...actions,
        refund: isPossible('refund'),
        refund_tickets: isPossible('refund_tickets'),
        exchange: isPossible('exchange'),
      },
    })
    const t = createIslandTexts('en', 'orderInfo')
    expect(renderPaySlip(shown).includes(t('order_info:changes_closed'))).toBe(action === null)
  },
)

test.each([
  ['paid', false, null],
  ['paid', true, 'order_info:paid_late_kept'],
  ['cancelled', true, 'order_info:paid_late'],
  ['refunded', true, null],
] as const)('the order page of a %s order, paid late: %s, shows %s', (status, paid_late, key) => {
  const t = createIslandTexts('en', 'orderInfo')
  const html = renderPaySlip(drawOrder({ status, paid_late }))
  const keys = ['order_info:paid_late_kept', 'order_info:paid_late'] as const
  expect(keys.filter((each) => html.includes(t(each)))).toEqual(key === null ? [] : [key])
})

test.each([
  ['paid', true],
  ['pending', false],
  ['refunded', false],
])('the order page of a %s order saves its visit as a calendar file: %s', (status, isOffered) => {
  const t = createIslandTexts('en', 'orderInfo')
  expect(renderPaySlip(drawOrder({ status })).includes(t('order_info:calendar'))).toBe(isOffered)
})

test('the order page says that the organiser has cancelled the date', () => {
  const t = createIslandTexts('en', 'orderInfo')
  const events = ['created', 'paid', 'date_cancelled'].map((event) => ({
    event,
    at: '2027-05-05T12:00:00+08:00',
  }))
  const text = t('order_info:date_cancelled')
  expect(renderPaySlip(drawOrder({ events }))).toContain(text)
  expect(renderPaySlip(drawOrder({ events: events.slice(0, 2) }))).not.toContain(text)
})
