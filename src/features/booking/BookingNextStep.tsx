import type { IslandPart } from '#i18n/island-areas.ts'
import { href } from '#routes.ts'
import { isBookable, pathOfBooking, type Eligibility } from './booking-request.ts'

/** Explains why the date cannot be booked and links to the next step. */
export function BookingNextStep({
  offer,
  dateId,
  locale,
  t,
}: IslandPart<'booking'> & { offer: Eligibility; dateId: number }) {
  const { reason, order_no, date } = offer
  if (isBookable(offer)) return null
  const login = href('/login', locale, { return: pathOfBooking(location, dateId) })
  return (
    <>
      <p className="dialog-text" aria-live="polite">
        {t(`booking:reason_${reason as Exclude<typeof reason, `ok_${string}`>}`)}
      </p>
      <div className="dialog-actions">
        {reason === 'login_required' && (
          <a className="button" href={login}>
            {t('booking:log_in')}
          </a>
        )}
        {reason === 'already_booked' && order_no !== null && (
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
