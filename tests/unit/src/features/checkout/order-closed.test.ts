import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderClosed } from '#features/checkout/OrderClosed.tsx'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { drawOrder } from '#tests/fixtures/orders.ts'

const t = createIslandTexts('en', 'pay')

test.each(['user', 'timeout'] as const)(
  'an order that ended by %s says that a late payment is refunded',
  (cancel_reason) => {
    const refund = { status: 'done', amount_fen: 32_490 }
    const order = drawOrder({ status: 'cancelled', cancel_reason, refund })
    const html = renderToStaticMarkup(
      createElement(OrderClosed, { order, stage: 'cancelled', locale: 'en', t }),
    )
    expect(html).toContain(t('pay:over_refund', { amount: '¥324.90' }))
    expect(html).not.toContain(t(`pay:over_${cancel_reason}_line`))
    expect(html).not.toContain(t('pay:over_late'))
  },
)
