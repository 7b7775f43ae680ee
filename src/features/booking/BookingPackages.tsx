import { CallFailure } from '#features/ui/CallFailure.tsx'
import type { IslandProps } from '#i18n/island-areas.ts'
import { useState } from 'react'
import * as v from 'valibot'
import type { CoursePackage } from '#api/course.ts'
import { QuoteSchema } from '#api/order-creation.ts'
import { formatPrice } from '#i18n/format.ts'
import { OrderFailure } from '#features/order-core/OrderFailure.tsx'
import { needsLogin, useCreateOrder } from '#features/order-core/use-create-order.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { useSession } from '#features/ui/use-session.ts'
import { getLoginHref, href } from '#routes.ts'
import { useAccepted } from './use-accepted.ts'
import './booking.css'

interface Props extends IslandProps<'booking'> {
  packages: readonly (CoursePackage & { note: string })[]
  /** The dates of a course that takes applications (`use-accepted.ts`). */
  appliedDates: readonly number[] | null
}

/** The class packages of a course, each with a buy button. */
export function BookingPackages({ locale, messages, packages, appliedDates }: Props) {
  const t = useTexts(messages)
  const session = useSession()
  const isAccepted = useAccepted(appliedDates)
  const order = useCreateOrder()
  const [orderedId, setOrderedId] = useState<number | null>(null)
  /** Prices that have changed since the page was built, by package. */
  const [newPrices, setNewPrices] = useState<Record<number, number>>({})
  const readPrice = ({ id, price_fen }: CoursePackage) => newPrices[id] ?? price_fen

  // A tap on the prerendered page would be lost.
  const isWaiting = order.isBusy || session.status === 'unknown'

  async function buy(offer: CoursePackage): Promise<void> {
    const { id } = offer
    if (needsLogin(session)) return location.assign(getLoginHref(location))
    setOrderedId(id)
    const created = await order.create(
      {
        type: 'course',
        item: { kind: 'package', course_package_id: id },
        expected_payable_fen: readPrice(offer),
      },
      (failure) => {
        if (failure.kind !== 'refused' || failure.key !== 'price_changed') return
        const { data } = failure
        if (v.is(QuoteSchema, data))
          setNewPrices((prices) => ({ ...prices, [id]: data.payable_fen }))
      },
    )
    if (!created) return
    order.leaveTo(href('/pay/pay', locale, { id: created.order_no }))
  }

  if (!isAccepted) return null
  return (
    <section className="booking-packages" aria-label={t('booking:packages')}>
      <h3>{t('booking:packages')}</h3>
      <ul>
        {packages.map((each) => (
          <li key={each.id}>
            <p>
              {each.name}
              <small>{each.note}</small>
            </p>
            <span className="numeral">{formatPrice(readPrice(each))}</span>
            <button
              type="button"
              className="button button-quiet"
              aria-label={t('booking:buy_of', { name: each.name })}
              aria-disabled={isWaiting}
              onClick={() => isWaiting || void buy(each)}
            >
              {order.isBusy && orderedId === each.id ? t('booking:loading') : t('booking:buy')}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <small>{t('booking:packages_rule')}</small>
      </p>
      <CallFailure reason={order.failure && <OrderFailure failure={order.failure} t={t} />} />
    </section>
  )
}
