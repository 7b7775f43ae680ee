import type { IslandPart } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'
import { readOrderEvent } from '#calendar-file/order-event.ts'
import { formatMoment, formatPrice } from '#i18n/format.ts'
import { ItemArt } from '#features/order-core/ItemArt.tsx'
import { getOrderKind } from '#features/order-core/order-kinds.ts'

interface Props extends IslandPart<'pay'> {
  order: Order
  /** Omits title, time and place, which the tickets beside it show. */
  isBrief?: boolean
}

/** Items and amounts of the order: original price, deductions, total. */
export function OrderSummary({ order, isBrief = false, locale, t }: Props) {
  const kind = getOrderKind(order)
  const event = readOrderEvent(order)
  const isPaid = order.paid_at !== null
  const isPending = order.status === 'pending'
  const deductions = [
    {
      name: t(order.rule === 'class_hour' ? 'pay:paid_class_hours' : 'pay:discount'),
      fen: order.member_discount_fen,
    },
    { name: t('pay:exchange_credit'), fen: order.credit_fen },
  ].filter(({ fen }) => fen > 0)
  const lines = kind.listLines(order, { locale, t })
  return (
    <section className="summary" aria-label={t('pay:result')}>
      <div className="summary-row summary-item" data-brief={isBrief || undefined}>
        {!isBrief && <ItemArt order={order} sizes="(max-width: 767px) 22vw, 150px" />}
        <div>
          {!isBrief && <h2>{order.title}</h2>}
          {!isBrief && event && (
            <>
              <p className="numeral when">{formatMoment(event.startsAt, locale)}</p>
              <p className="note">
                {event.place.hall.name}&nbsp;· {event.place.venue.name}&nbsp;·{' '}
                {event.place.city.name}
              </p>
            </>
          )}
          {lines.map((line) => (
            <p className={isBrief ? undefined : 'note'} key={line}>
              {line}
            </p>
          ))}
        </div>
        {(!isBrief || deductions.length > 0) && (
          <p className="numeral sum">
            <span className="visually-hidden">{t('pay:original')}</span>
            {formatPrice(order.original_fen)}
          </p>
        )}
      </div>
      {deductions.map(({ name, fen }) => (
        <div className="summary-row" key={name}>
          <p>{name}</p>
          <p className="numeral sum">− {formatPrice(fen)}</p>
        </div>
      ))}
      {/* Without deductions, the total equals the original price above. */}
      {(isPaid || deductions.length > 0) && (
        <div className="summary-row payable" data-over={(!isPaid && !isPending) || undefined}>
          <p>{t(isPaid ? 'pay:paid_sum' : isPending ? 'pay:to_pay' : 'pay:sum')}</p>
          <p className="numeral sum">{formatPrice(order.payable_fen)}</p>
        </div>
      )}
    </section>
  )
}
