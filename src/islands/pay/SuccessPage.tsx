import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent } from 'react'
import type { Order } from '#api/order.ts'
import { formatDate } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { saveCalendar, writeCalendarEntry } from '#islands/forms/order/calendar-entry.ts'
import { href } from '#routes.ts'
import { takePaymentMark } from '#stores/payment-visit.ts'
import { $site } from '#stores/site.ts'
import { readPlace, readStart } from './describe-order.ts'
import { OrderFrame } from './OrderFrame.tsx'
import { OrderNumber } from './OrderNumber.tsx'
import { OrderOver } from './OrderOver.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { say } from './say.ts'
import { TicketStubs } from './TicketStubs.tsx'
import type { PayMessages, PayPart } from './texts.ts'
import { stageOf } from './watch.ts'

/** Styles that arrive while the pages still change over would break that off. */
const GREET_AFTER_MS = 600

/** Paid: what was bought, the tickets, and what comes next. */
export function SuccessPage({ locale, messages }: { locale: Locale; messages: PayMessages }) {
  const part = { locale, t: createTexts(messages) }
  return (
    <OrderFrame {...part}>
      {(order) => {
        const stage = stageOf(order, 1)
        if (stage === 'paid') return <Done order={order} {...part} />
        if (stage === 'waiting') return <Confirming order={order} {...part} />
        const isUser = stage === 'cancelled' && order.cancel_reason === 'user'
        const reason = stage === 'closed' ? 'closed' : isUser ? 'user' : 'timeout'
        return <OrderOver order={order} reason={reason} {...part} />
      }}
    </OrderFrame>
  )
}

interface Props extends PayPart {
  order: Order
}

function Confirming({ order, locale, t }: Props) {
  return (
    <div className="order-missing" aria-live="polite">
      <h2>{t('pay:confirming')}</h2>
      <p>{t('pay:confirming_line')}</p>
      <a className="button" href={href('/pay/pay', locale, { id: order.order_no })}>
        {t('pay:to_cashier')}
      </a>
    </div>
  )
}

const kindOf = (order: Order) =>
  order.type === 'course' && order.content.kind === 'package' ? 'package' : order.type

function Done({ order, ...part }: Props) {
  const { t } = part
  const greet = useEffectEvent(() => {
    if (takePaymentMark('paid', order.order_no)) say(t, 'forms:payment_done')
  })
  useEffect(() => {
    const timer = setTimeout(() => greet(), GREET_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="done">
      <header className="done-head" aria-live="polite">
        <h2>{t(order.payable_fen === 0 ? 'pay:booked_title' : 'pay:done_title')}</h2>
        <p>{t(`pay:done_line_${kindOf(order)}`)}</p>
        <OrderNumber orderNo={order.order_no} t={t} />
      </header>
      {order.type === 'performance' && <TicketStubs order={order} {...part} />}
      <div className="checkout-columns">
        <OrderSummary order={order} {...part} />
        <Next order={order} {...part} />
      </div>
    </div>
  )
}

function Next({ order, locale, t }: Props) {
  const place = readPlace(order)
  const where = place && { venue: place.venue.name, address: place.address }
  const { site } = useStore($site)
  const saveEntry = () => {
    const siteName = site?.name ?? null
    const text = writeCalendarEntry(order, { url: location.href, siteName, locale })
    if (text !== null) saveCalendar(text, order.order_no)
  }
  return (
    <section className="next" aria-label={t('pay:next')}>
      <h2>{t('pay:next')}</h2>
      <ul>
        {where && (
          <li>{t(order.type === 'course' ? 'pay:next_course' : 'pay:next_performance', where)}</li>
        )}
        {order.type === 'member' && order.until !== null && (
          <li>{t('pay:next_until', { date: formatDate(order.until, locale) })}</li>
        )}
        <li>{t('pay:next_order')}</li>
      </ul>
      <div className="next-ways">
        {readStart(order) !== null && (
          <button type="button" className="button button-quiet" onClick={saveEntry}>
            {t('pay:calendar')}
          </button>
        )}
        <a className="quiet-link" href={href('/order/Info', locale, { id: order.order_no })}>
          {t('pay:see_order')}
        </a>
        {order.type === 'performance' ? (
          <a className="quiet-link" href={href('/drama/home', locale)}>
            {t('pay:next_home')}
          </a>
        ) : (
          <a className="quiet-link" href={href('/course/home', locale)}>
            {t('pay:next_courses')}
          </a>
        )}
      </div>
    </section>
  )
}
