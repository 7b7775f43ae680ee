import { formatDate, formatPrice, formatTime, formatWeekday } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { sumCounts, sumPrices } from './choice.ts'
import { OrderNotice } from './OrderNotice.tsx'
import type { TicketTexts } from './texts.ts'
import type { TicketOrder } from './use-ticket-order.ts'
import type { Tickets } from './use-tickets.ts'

/** How long tickets are held at first, until the API has said it. */
const HOLD_MINUTES = 15

interface Props {
  tickets: Tickets
  order: TicketOrder
  locale: Locale
  t: TicketTexts
}

/** What is chosen and what it costs, always in sight, with the one button. */
export function Bill({ tickets, order, locale, t }: Props) {
  const { show, counts, quote } = tickets
  const count = sumCounts(counts)
  const isCounting = quote.state.status === 'loading'
  const minutes = quote.state.status === 'done' ? quote.state.quote.hold_minutes : HOLD_MINUTES
  const label = t(order.isMember ? 'tickets:buy' : 'tickets:log_in')
  return (
    <aside className="bill" aria-label={t('tickets:total')}>
      {show && (
        <p className="bill-show">
          <span className="numeral">
            {formatDate(show.starts_at, locale)} {formatWeekday(show.starts_at, locale)}{' '}
            {formatTime(show.starts_at)}
          </span>
          {show.place.hall.name}
        </p>
      )}
      <Sums tickets={tickets} order={order} t={t} />
      <div className="bill-notes" aria-live="polite">
        {tickets.choice !== 'new' && <p>{t(`tickets:${tickets.choice}`)}</p>}
        {quote.state.status === 'failed' && (
          <p>
            {t('tickets:no_quote')}
            <button type="button" className="text-button" onClick={quote.retry}>
              {t('tickets:quote_retry')}
            </button>
          </p>
        )}
      </div>
      <p className="hold">{t('tickets:hold', { minutes })}</p>
      <div role="alert">
        {order.refusal && (
          <div className="submit-notice">
            <OrderNotice
              refusal={order.refusal}
              expected={order.expected}
              show={show}
              locale={locale}
              t={t}
            />
          </div>
        )}
      </div>
      <button
        type="button"
        className="button"
        disabled={count === 0 || isCounting || order.isBusy}
        aria-busy={order.isBusy || undefined}
        onClick={() => void order.submit()}
      >
        {order.isBusy ? t('tickets:working') : label}
      </button>
    </aside>
  )
}

function Sums({ tickets, order, t }: Pick<Props, 'tickets' | 'order' | 't'>) {
  const { show, counts } = tickets
  const count = sumCounts(counts)
  if (!show || count === 0) return <p className="bill-none">{t('tickets:none_chosen')}</p>
  const original = sumPrices(show, counts)
  const discount = order.price?.member_discount_fen ?? 0
  const payable = order.price?.payable_fen ?? original
  return (
    <dl className="sums">
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
        <dd className="numeral">{formatPrice(payable)}</dd>
      </div>
    </dl>
  )
}
