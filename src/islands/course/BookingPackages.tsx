import { useState } from 'react'
import type { CoursePackage } from '#api/course.ts'
import { formatPrice } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { describeFailure } from '#islands/forms/order/describe-failure.ts'
import { useCreateOrder } from '#islands/forms/order/use-create-order.ts'
import { hrefOfLogin } from '#islands/forms/SubmitNotice.tsx'
import { createTexts } from '#islands/ui/create-texts.ts'
import { useSession } from '#islands/ui/use-session.ts'
import { href } from '#routes.ts'
import type { BookingMessages } from './booking-texts.ts'
import '#islands/ui/controls.css'
import './booking.css'

interface Props {
  locale: Locale
  messages: BookingMessages
  packages: readonly (CoursePackage & { note: string })[]
}

/** The class packages of a course, each to buy. */
export function BookingPackages({ locale, messages, packages }: Props) {
  const t = createTexts(messages)
  const session = useSession()
  const order = useCreateOrder()
  const [wanted, setWanted] = useState<number | null>(null)

  async function buy({ id, price_fen }: CoursePackage): Promise<void> {
    if (session.status !== 'member') return location.assign(hrefOfLogin(location))
    setWanted(id)
    const made = await order.create({
      type: 'course',
      item: { kind: 'package', course_package_id: id },
      expected_payable_fen: price_fen,
    })
    if (!made) return
    location.assign(href('/pay/pay', locale, { id: made.order_no }))
  }

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
            <span className="numeral">{formatPrice(each.price_fen)}</span>
            <button
              type="button"
              className="button button-quiet"
              aria-label={t('booking:buy_of', { name: each.name })}
              // Prebuilt: until the island runs, a tap would be lost.
              disabled={order.isBusy || session.status === 'unknown'}
              onClick={() => void buy(each)}
            >
              {order.isBusy && wanted === each.id ? t('booking:loading') : t('booking:buy')}
            </button>
          </li>
        ))}
      </ul>
      <p className="send-failure" role="alert">
        {order.failure && describeFailure(order.failure, t)}
      </p>
    </section>
  )
}
