import { useState } from 'react'
import type { MemberPackage } from '#api/account.ts'
import { formatDate, formatPrice } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { describeFailure } from '#islands/forms/order/describe-failure.ts'
import { monthlyFen } from '#islands/forms/order/monthly-price.ts'
import { useCreateOrder } from '#islands/forms/order/use-create-order.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { LoadFailure } from '#islands/ui/LoadFailure.tsx'
import { MemberGate } from '#islands/ui/MemberGate.tsx'
import { requestMembership } from '#islands/ui/request-membership.ts'
import { useLoad } from '#islands/ui/use-load.ts'
import { href } from '#routes.ts'
import { countToBreakEven } from './break-even.ts'
import type { PayMessages, PayPart } from './texts.ts'
import '#islands/ui/controls.css'
import './pay.css'

interface Props {
  locale: Locale
  messages: PayMessages
  /** The lowest price of a single course time that members book free of charge; null without one. */
  lowestFen: number | null
  canBuyOnline: boolean
}

/** Membership packages compared, the own membership, and what it is worth. */
export function MemberPage({ locale, messages, lowestFen, canBuyOnline }: Props) {
  const part = { locale, t: createTexts(messages) }
  return (
    <MemberGate t={part.t} skeleton={<Skeleton {...part} />}>
      <Packages lowestFen={lowestFen} canBuyOnline={canBuyOnline} {...part} />
    </MemberGate>
  )
}

type PackagesProps = PayPart & Pick<Props, 'lowestFen' | 'canBuyOnline'>

function Packages({ lowestFen, canBuyOnline, ...part }: PackagesProps) {
  const { locale, t } = part
  const { state, retry } = useLoad(requestMembership)
  const order = useCreateOrder()
  const [wanted, setWanted] = useState<number | null>(null)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <Skeleton {...part} />
  const { membership, packages } = state.data
  const isActive = membership.status === 'active'

  async function buy({ id, price_fen }: MemberPackage): Promise<void> {
    setWanted(id)
    const made = await order.create(
      { type: 'member', member_package_id: id, expected_payable_fen: price_fen },
      // Another price than the page shows: the page shows the new one.
      (failure) => failure.kind === 'refused' && failure.key === 'price_changed' && retry(),
    )
    if (!made) return
    location.assign(href('/pay/pay', locale, { id: made.order_no }))
  }

  return (
    <div className="member-packages">
      <p className="own" aria-live="polite">
        {membership.status === 'none'
          ? t('pay:member_none')
          : t(`pay:member_${membership.status}`, { date: formatDate(membership.until, locale) })}
        {isActive && <span className="note">{t('pay:member_extends')}</span>}
      </p>
      {packages.length === 0 && <p className="note">{t('pay:member_empty')}</p>}
      <ul className="packages" aria-label={t('pay:member_packages')}>
        {packages.map((each) => (
          <li key={each.id} className="package">
            <h2>{each.name}</h2>
            <p className="note">{each.summary}</p>
            <p className="numeral sum">{formatPrice(each.price_fen)}</p>
            <p className="note">
              {t('pay:member_months', { count: each.months })}
              {each.months > 1 &&
                ` · ${t('pay:member_monthly', { sum: formatPrice(monthlyFen(each)) })}`}
            </p>
            <ul>
              {each.benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
            <p className="send-failure" role="alert">
              {wanted === each.id && order.failure && describeFailure(order.failure, t)}
            </p>
            {canBuyOnline && (
              <button
                type="button"
                className="button"
                disabled={order.isBusy}
                onClick={() => void buy(each)}
              >
                {order.isBusy && wanted === each.id
                  ? t('pay:working')
                  : t(isActive ? 'pay:member_renew' : 'pay:member_buy', { name: each.name })}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Worth packages={packages} lowestFen={lowestFen} t={t} />
    </div>
  )
}

interface WorthProps extends Pick<PayPart, 't'>, Pick<Props, 'lowestFen'> {
  packages: readonly MemberPackage[]
}

/** Real prices, no invented savings. */
function Worth({ packages, lowestFen, t }: WorthProps) {
  return (
    <section className="next" aria-label={t('pay:member_worth')}>
      <h2>{t('pay:member_worth')}</h2>
      <ul>
        {lowestFen !== null &&
          packages.map(({ id, name, price_fen }) => (
            <li key={id}>
              {t('pay:member_worth_even', { name, count: countToBreakEven(price_fen, lowestFen) })}
            </li>
          ))}
        <li>{t('pay:member_worth_none')}</li>
      </ul>
    </section>
  )
}

function Skeleton({ t }: PayPart) {
  return (
    <div className="member-packages" aria-busy="true">
      <p className="visually-hidden" aria-live="polite">
        {t('pay:loading')}
      </p>
      <div className="packages" aria-hidden="true">
        <div className="package is-waiting" />
        <div className="package is-waiting" />
      </div>
    </div>
  )
}
