import { describeFailure } from '#features/forms/failures.ts'
import { focus } from '#features/ui/focus.ts'
import { formatMoment, formatPrice } from '#i18n/format.ts'
import { sumCounts } from './choice.ts'
import { OrderNotice } from './OrderNotice.tsx'
import type { TicketOrderPart } from './use-ticket-order.ts'

/** Default hold of tickets, until a quote contains the actual one. */
const HOLD_MINUTES = 15

/**
 * The selected tickets with their price and the order button: a column on wide screens, elsewhere a sticky
 * bar at the bottom.
 */
export function Bill(part: TicketOrderPart) {
  const { tickets, locale, t } = part
  const { show, quote } = tickets
  const minutes = quote.state.status === 'done' ? quote.state.quote.hold_minutes : HOLD_MINUTES
  return (
    <aside className="ticket bill" aria-label={t('tickets:total')}>
      <div className="bill-body">
        {show && (
          <p className="bill-show">
            <span className="numeral">{formatMoment(show.starts_at, locale)}</span>
            {show.place.hall.name}&nbsp;· {show.place.venue.name}&nbsp;· {show.place.city.name}
          </p>
        )}
        <Sums {...part} />
        <div className="bill-notes" aria-live="polite">
          {tickets.choice !== 'new' && <p>{t(`tickets:${tickets.choice}`)}</p>}
          {quote.state.status === 'failed' &&
            (quote.state.failure ? (
              <p>{describeFailure(quote.state.failure, t)}</p>
            ) : (
              <p>
                {t('tickets:no_quote')}
                <button type="button" className="text-button" onClick={quote.retry}>
                  {t('tickets:quote_retry')}
                </button>
              </p>
            ))}
        </div>
        <p className="hold">{t('tickets:hold', { minutes })}</p>
      </div>
      <BillAction {...part} />
    </aside>
  )
}

function BillAction(part: TicketOrderPart) {
  const { tickets, order, t } = part
  const { counts, quote, choice } = tickets
  const count = sumCounts(counts)
  const isQuoting = quote.state.status === 'loading'
  const label = t(order.isMember ? 'tickets:buy' : 'tickets:log_in')
  // After the login the selection is restored, and this button is the next step.
  const isNext = choice === 'kept' && order.isMember && !isQuoting
  return (
    <div className="bill-action torn" data-edge="top">
      <div role="alert">
        {order.refusal && (
          <div className="notice">
            <OrderNotice refusal={order.refusal} {...part} />
          </div>
        )}
      </div>
      <p className="bill-sum" aria-hidden="true">
        {count === 0 ? (
          t('tickets:none_chosen')
        ) : (
          <>
            <span className="numeral">{formatPrice(order.payableFen)}</span>
            {t('tickets:quantity', { count })}
          </>
        )}
      </p>
      <button
        type="button"
        className="button"
        ref={isNext ? focus : undefined}
        disabled={count === 0 || isQuoting}
        aria-disabled={order.isBusy || undefined}
        onClick={() => order.isBusy || void order.submit()}
      >
        {order.isBusy ? t('tickets:working') : label}
      </button>
    </div>
  )
}

function Sums({ tickets, order, t }: TicketOrderPart) {
  const { show, counts } = tickets
  const count = sumCounts(counts)
  if (!show || count === 0) return <p className="bill-none">{t('tickets:none_chosen')}</p>
  const discount = order.price?.member_discount_fen ?? 0
  return (
    <dl className="facts sums" data-layout="sums">
      {show.tiers
        .filter(({ id }) => (counts[id] ?? 0) > 0)
        .map(({ id, name, price_fen }) => (
          <div key={id}>
            <dt>
              {name} × {counts[id]}
            </dt>
            <dd className="numeral">{formatPrice(price_fen * (counts[id] ?? 0))}</dd>
          </div>
        ))}
      {discount > 0 && (
        <div className="discount">
          <dt>{t('tickets:discount')}</dt>
          <dd className="numeral">− {formatPrice(discount)}</dd>
        </div>
      )}
      <div className="payable" aria-live="polite">
        <dt>
          {t('tickets:to_pay')}
          <small>{t('tickets:quantity', { count })}</small>
        </dt>
        <dd className="numeral">{formatPrice(order.payableFen)}</dd>
      </div>
    </dl>
  )
}
