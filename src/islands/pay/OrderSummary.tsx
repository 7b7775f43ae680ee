import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import { describeLines, describeTime, readPlace } from './describe-order.ts'
import type { PayPart } from './texts.ts'

/** What is bought and what it costs: original price, member discount, to pay. */
export function OrderSummary({ order, locale, t }: PayPart & { order: Order }) {
  const time = describeTime(order, { locale })
  const place = readPlace(order)
  const isPaid = order.paid_at !== null
  return (
    <section className="summary" aria-label={t('pay:heading')}>
      <div className="summary-row">
        <div>
          <h2>{order.title}</h2>
          {time !== null && <p className="numeral when">{time}</p>}
          {place && (
            <p className="note">
              {place.hall.name} · {place.venue.name} · {place.city.name}
            </p>
          )}
          {describeLines(order, { t }).map((line) => (
            <p className="note" key={line}>
              {line}
            </p>
          ))}
        </div>
        <p className="numeral sum">
          <span className="visually-hidden">{t('pay:original')}</span>
          {formatPrice(order.original_fen)}
        </p>
      </div>
      {order.member_discount_fen > 0 && (
        <div className="summary-row">
          <p>{t('pay:discount')}</p>
          <p className="numeral sum">− {formatPrice(order.member_discount_fen)}</p>
        </div>
      )}
      <div className="summary-row payable">
        <p>{t(isPaid ? 'pay:paid_sum' : 'pay:to_pay')}</p>
        <p className="numeral sum">{formatPrice(order.payable_fen)}</p>
      </div>
    </section>
  )
}
