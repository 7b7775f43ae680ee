import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderSummary } from '#features/checkout/OrderSummary.tsx'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { drawOrder } from '#tests/fixtures/orders.ts'

const t = createIslandTexts('en', 'pay')

test('a booking paid with class hours names them, not a member discount', () => {
  const order = drawOrder({ rule: 'class_hour', member_discount_fen: 12_000, payable_fen: 0 })
  const html = renderToStaticMarkup(createElement(OrderSummary, { order, locale: 'en', t }))
  expect(html).toContain('<p>Class hours</p>')
  expect(html).not.toContain('Member discount')
})

test.each(['member_discount_fen', 'credit_fen'])(
  'a brief summary subtracts %s from the shown original price',
  (deduction) => {
    const amount = { original_fen: 48_000, member_discount_fen: 0, payable_fen: 10_000 }
    const order = drawOrder({ ...amount, [deduction]: 38_000 })
    const html = renderToStaticMarkup(
      createElement(OrderSummary, { order, isBrief: true, locale: 'en', t }),
    )
    const amounts = [...html.matchAll(/[−-]? ?¥\d+/g)].map(([text]) => text)
    expect(amounts).toEqual(['¥480', '− ¥380', '¥100'])
  },
)
