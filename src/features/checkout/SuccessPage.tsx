import { useStore } from '@nanostores/react'
import { showToast } from '#features/forms/toast.ts'
import { useEffect, useEffectEvent } from 'react'
import type { IslandPart, IslandProps } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'
import { readOrderEvent } from '#calendar-file/order-event.ts'
import { formatMoment } from '#i18n/format.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import { CalendarButton } from '#features/order-core/CalendarButton.tsx'
import { href } from '#routes.ts'
import { loadProfile } from '#stores/load-profile.ts'
import { readBooking } from '#stores/interrupted-booking.ts'
import { takePaymentMark } from '#stores/payment-visit.ts'
import { $profile } from '#stores/profile.ts'
import { CopyButton } from '#features/ui/CopyButton.tsx'
import { OrderFrame } from './OrderFrame.tsx'
import { OrderClosed } from './OrderClosed.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { getCheckoutStage } from './watch.ts'
import { ItemArt } from '#features/order-core/ItemArt.tsx'
import {
  hasOnlyVoidTickets,
  readTicketState,
  type PerformanceOrder,
} from '#features/order-core/kinds/performance.ts'
import { QrCode } from '#features/ui/QrCode.tsx'
import './success.css'

/** The toast waits for the view transition, which added styles would abort. */
const GREET_AFTER_MS = 600

/** The payment confirmation: the purchase, its tickets and next steps. */
export function SuccessPage({ locale, messages }: IslandProps<'success'>) {
  const part = { locale, t: useTexts(messages) }
  return (
    <OrderFrame {...part}>
      {(order) => {
        const stage = hasOnlyVoidTickets(order) ? 'closed' : getCheckoutStage(order, 1)
        if (stage === 'paid') return <Done order={order} {...part} />
        if (stage === 'waiting') return <Confirming order={order} {...part} />
        return <OrderClosed order={order} stage={stage} {...part} />
      }}
    </OrderFrame>
  )
}

interface Props extends IslandPart<'success'> {
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

function Done({ order, ...part }: Props) {
  const { t } = part
  const greet = useEffectEvent(() => {
    if (takePaymentMark('paid', order.order_no)) showToast(t, 'forms:payment_done')
  })
  useEffect(() => {
    const timer = setTimeout(() => greet(), GREET_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const isPackage = order.type === 'course' && order.content.kind === 'package'
  const item = isPackage ? 'package' : order.type
  const hasTickets = order.type === 'performance' && order.tickets.length > 0
  return (
    <div className="done" data-tickets={hasTickets || undefined}>
      <header className="done-head" aria-live="polite">
        <span className="curtain" />
        <span className="curtain" />
        <h2>{t(`pay:done_title_${item}`)}</h2>
        {hasTickets && (
          <p className="latin" lang="en">
            {t('pay:done_latin')}
          </p>
        )}
        <p>{t(`pay:done_line_${item}`)}</p>
        <DoneActions order={order} {...part} />
      </header>
      {order.type === 'performance' && <TicketStubs order={order} {...part} />}
      <div className="checkout-columns">
        <div className="done-order">
          <OrderSummary order={order} isBrief={hasTickets} {...part} />
          <p className="order-number">
            <span className="note">{t('pay:order_no')}</span>
            <span className="numeral">{order.order_no}</span>
            <CopyButton
              text={order.order_no}
              label={t('pay:order_no')}
              className="text-button"
              t={t}
            />
          </p>
        </div>
        <Next order={order} {...part} />
      </div>
    </div>
  )
}

/** Buttons for the actions that members need most: open the ticket, save the calendar entry. */
function DoneActions({ order, ...part }: Props) {
  const { locale, t } = part
  const { order_no: id } = order
  return (
    <div className="next-actions">
      {order.type === 'performance' && order.tickets.length > 0 && (
        <a className="button" href={href('/order/DynamicInfoCard', locale, { id })}>
          {t('pay:ticket_open')}
        </a>
      )}
      <CalendarButton
        order={order}
        label={t('pay:calendar')}
        className="button button-quiet"
        {...part}
      />
    </div>
  )
}

function Next({ order, locale, t }: Props) {
  const kind = getOrderKind(order)
  const transport = readOrderEvent(order)?.place.transport
  const profile = useStore($profile)
  // The booking that the visitor left to become a member.
  const booking = order.type === 'member' ? readBooking() : null
  useEffect(() => {
    // The e-mail address is requested here, not before the payment. If the profile fails to load, it is not.
    if ($profile.get() === null) void loadProfile().catch(() => undefined)
  }, [])
  return (
    <section className="next" aria-label={t('pay:next')}>
      <h3>{t('pay:next')}</h3>
      <ul>
        {kind.listNextSteps(order, { locale, t }).map((step) => (
          <li key={step}>{step}</li>
        ))}
        {transport && <li>{transport}</li>}
        <li>{t('pay:next_order')}</li>
      </ul>
      <div className="next-actions">
        <a className="quiet-link" href={href('/order/Info', locale, { id: order.order_no })}>
          {t('pay:see_order')}
        </a>
        <a className="quiet-link" href={booking ?? href(kind.next.route, locale)}>
          {t(booking === null ? kind.next.label : 'pay:next_booking')}
        </a>
        {profile !== null && profile.email === null && (
          <a className="quiet-link" href={`${href('/user/user', locale)}#email`}>
            {t('pay:add_email')}
          </a>
        )}
      </div>
    </section>
  )
}

/** A compact list of an order's valid and used tickets: show, price level, code; each links to the ticket card. */
function TicketStubs({ order, locale, t }: IslandPart<'pay'> & { order: PerformanceOrder }) {
  const { tickets, place } = order
  if (tickets.length === 0) return <p aria-live="polite">{t('pay:tickets_coming')}</p>
  const numbered = tickets
    .map((ticket, index) => ({ ticket, number: index + 1 }))
    .filter(({ ticket: { state } }) => state !== 'void')
  return (
    <section className="stubs" aria-label={t('pay:tickets')}>
      <ul>
        {numbered.map(({ ticket, number }) => (
          <li key={ticket.id} className="ticket ticket-stub" data-state={ticket.state}>
            <ItemArt order={order} sizes="(max-width: 767px) 28vw, 190px" />
            <div className="ticket-text">
              <h3>{order.title}</h3>
              <p className="numeral when">{formatMoment(order.starts_at, locale)}</p>
              <p className="note">
                {place.hall.name}&nbsp;· {place.venue.name}
              </p>
              <p className="tier-name">
                {ticket.tier}
                <span className="note">
                  {t('pay:ticket_of', { number, count: tickets.length })}
                </span>
                <span className="note">{t(`pay:ticket_${readTicketState(order, ticket)}`)}</span>
              </p>
            </div>
            <a
              className="torn"
              href={href('/order/DynamicInfoCard', locale, { id: order.order_no })}
            >
              {readTicketState(order, ticket) === 'valid' && (
                <div className="qr">
                  <QrCode
                    value={ticket.code}
                    title={t('pay:ticket_alt', { tier: ticket.tier })}
                    margin={2}
                  />
                </div>
              )}
              <span className="open">{t('pay:ticket_open')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
