import type { IslandPart } from '#i18n/island-areas.ts'
import { href } from '#routes.ts'
import type { PerformanceOrder } from '../ticket-text.ts'

/** Links to the orders with which an order has exchanged tickets. */
export function Exchanges({
  order,
  locale,
  t,
}: IslandPart<'orderInfo'> & { order: PerformanceOrder }) {
  const { exchanged_from: from, exchanged_to: to, paid_at: paidAt } = order
  const links = [
    ...(from === null
      ? []
      : [
          {
            number: from,
            label: t(paidAt === null ? 'order_info:exchange_of' : 'order_info:exchanged_from'),
          },
        ]),
    ...to.map((number) => ({ number, label: t('order_info:exchanged_to') })),
  ]
  if (links.length === 0) return null
  return (
    <ul className="order-exchanges">
      {links.map(({ number, label }) => (
        <li className="pay-note" key={number}>
          {label}{' '}
          <a className="numeral" href={href('/order/Info', locale, { id: number })}>
            {number}
          </a>
        </li>
      ))}
    </ul>
  )
}
