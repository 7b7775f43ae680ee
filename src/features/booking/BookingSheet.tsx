import type { IslandPart } from '#i18n/island-areas.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { formatDateTime, formatMoment, formatPrice, formatTime } from '#i18n/format.ts'
import { OrderFailure } from '#features/order-core/OrderFailure.tsx'
import { useCreateOrder } from '#features/order-core/use-create-order.ts'
import { describeError } from '#features/forms/failures.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import { useLoad } from '#features/ui/use-load.ts'
import { href } from '#routes.ts'
import { deleteBooking, saveBooking } from '#stores/interrupted-booking.ts'
import {
  isBookable,
  getBookingPath,
  requestEligibility,
  type Eligibility,
  type Obstacle,
} from './request.ts'

interface Props extends IslandPart<'booking'> {
  dateId: number
  onBooked: () => void
  onClose: () => void
}

/** The booking of a date: time, place, price and the next step. */
export function BookingSheet({ onClose, ...part }: Props) {
  const { dateId, t } = part
  const [request] = useState(() => requestEligibility(dateId))
  const { state, retry } = useLoad(request)
  // Outside of the offer, which is loaded again after a refusal.
  const order = useCreateOrder()
  useEffect(() => {
    // The visitor is back from the membership, or books without one.
    deleteBooking()
    // The date may have been booked, or have filled up meanwhile: updates the list behind the sheet.
    return () => void dispatchEvent(new Event('availabilitychange'))
  }, [])
  const title = state.status === 'done' ? state.data.date.course.name : t('booking:title')
  return (
    <Dialog title={title} closeLabel={t('booking:close')} onClose={onClose}>
      {state.status === 'failed' && (
        <div role="alert">
          <p className="dialog-text">
            {t('booking:failed', { reason: describeError(state.error, t) })}
          </p>
          <button type="button" className="button button-quiet" onClick={retry}>
            {t('booking:retry')}
          </button>
        </div>
      )}
      {state.status !== 'failed' && state.status !== 'done' && (
        <p className="dialog-text" aria-live="polite">
          {t('booking:loading')}
        </p>
      )}
      {state.status === 'done' && (
        <Offer offer={state.data} retry={retry} order={order} {...part} />
      )}
    </Dialog>
  )
}

interface OfferProps extends Omit<Props, 'onClose'> {
  offer: Eligibility
  retry: () => void
  order: ReturnType<typeof useCreateOrder>
}

function Offer({ offer, retry, order, dateId, onBooked, locale, t }: OfferProps) {
  const { date, price_fen, reason } = offer

  async function book(): Promise<void> {
    const created = await order.create(
      {
        type: 'course',
        item: { kind: 'date', course_date_id: dateId },
        expected_payable_fen: price_fen,
      },
      // Availability, price or session has changed since the sheet was opened: reloads the offer.
      (failure) => failure.kind !== 'failed' && retry(),
    )
    if (!created) return
    if (created.status !== 'pending') return onBooked()
    order.leaveTo(href('/pay/pay', locale, { id: created.order_no }))
  }

  return (
    <>
      <dl className="facts">
        <Fact label={t('booking:when')}>
          <span className="numeral">
            {formatMoment(date.starts_at, locale)} — {formatTime(date.ends_at)}
          </span>
        </Fact>
        <Fact label={t('booking:where')}>
          {date.place.hall.name}&nbsp;· {date.place.venue.name}
          <small>{date.place.address}</small>
        </Fact>
        <Fact label={t('booking:teacher')}>{date.teacher.name}</Fact>
        {reason !== 'already_booked' && (
          <Fact label={t('booking:cost')}>{describeCost(offer, t)}</Fact>
        )}
      </dl>
      <div role="alert">
        {/* The next step explains why a date cannot be booked any longer. */}
        {order.failure && isBookable(reason) && (
          <p className="notice">
            {order.failure.kind === 'refused' && order.failure.key === 'price_changed' ? (
              t('booking:price_changed', { now: formatPrice(price_fen) })
            ) : (
              <OrderFailure failure={order.failure} t={t} />
            )}
          </p>
        )}
      </div>
      {isBookable(reason) ? (
        <>
          <p className="note">{describeCancellation(offer, { locale, t })}</p>
          <div className="dialog-actions">
            <button
              type="button"
              className="button"
              aria-disabled={order.isBusy}
              onClick={() => void book()}
            >
              {order.isBusy && t('booking:working')}
              {!order.isBusy &&
                (price_fen === 0
                  ? t('booking:confirm_free')
                  : t('booking:confirm_paid', { price: formatPrice(price_fen) }))}
            </button>
            {reason === 'ok_paid' && date.member_price_fen < price_fen && (
              <a
                className="button button-quiet"
                href={href('/pay/member', locale)}
                onClick={() => saveBooking(getBookingPath(location, dateId))}
              >
                {t('booking:membership')}
              </a>
            )}
          </div>
        </>
      ) : (
        <BookingNextStep reason={reason} offer={offer} dateId={dateId} locale={locale} t={t} />
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Until when a booking can be cancelled, in words. Close to the start, it cannot. */
export function describeCancellation(
  { cancel_until, server_time }: Pick<Eligibility, 'cancel_until' | 'server_time'>,
  { locale, t }: IslandPart<'booking'>,
): string {
  if (Date.parse(cancel_until) <= Date.parse(server_time)) return t('booking:cancel_passed')
  return t('booking:cancel_until', { time: formatDateTime(cancel_until, locale) })
}

/** The price for this member, in words. */
function describeCost(
  { price_fen, hours_after, date }: Eligibility,
  t: IslandPart<'booking'>['t'],
): string {
  if (hours_after !== null) return t('booking:class_hour', { count: hours_after })
  if (date.price_fen === 0) return t('booking:free')
  if (price_fen === 0) return t('booking:members_free')
  const price = formatPrice(price_fen)
  if (date.member_price_fen === 0) return t('booking:price_guest_free', { price })
  if (date.member_price_fen >= price_fen) return t('booking:price', { price })
  return t('booking:price_guest', { price, member: formatPrice(date.member_price_fen) })
}

interface NextStepProps extends Pick<OfferProps, 'offer' | 'dateId' | 'locale' | 't'> {
  reason: Obstacle
}

/** Explains why the date cannot be booked and links to the next step. */
function BookingNextStep({ reason, offer, dateId, locale, t }: NextStepProps) {
  const { order_no, date } = offer
  const login = href('/login', locale, { return: getBookingPath(location, dateId) })
  return (
    <>
      <p className="dialog-text" aria-live="polite">
        {t(`booking:reason_${reason}`)}
      </p>
      <div className="dialog-actions">
        {reason === 'login_required' && (
          <a className="button" href={login}>
            {t('booking:log_in')}
          </a>
        )}
        {order_no !== null && (
          <a className="button" href={href('/order/Info', locale, { id: order_no })}>
            {t('booking:see_order')}
          </a>
        )}
        {reason === 'application_needed' && (
          <a className="button" href={href('/course/form', locale, { id: date.course.id })}>
            {t('booking:apply')}
          </a>
        )}
      </div>
    </>
  )
}
