import { CallFailure } from '#features/ui/CallFailure.tsx'
import type { IslandPart, IslandProps } from '#i18n/island-areas.ts'
import { useState } from 'react'
import type { MemberPackage } from '#api/membership.ts'
import { formatDate, formatPrice } from '#i18n/format.ts'
import { getMonthlyFen } from '#features/order-core/monthly-price.ts'
import { OrderFailure } from '#features/order-core/OrderFailure.tsx'
import { useCreateOrder } from '#features/order-core/use-create-order.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { MemberGate } from '#features/ui/MemberGate.tsx'
import { requestMembership } from '#features/ui/request-membership.ts'
import { Seal } from '#features/ui/Seal.tsx'
import { useLoad } from '#features/ui/use-load.ts'
import { href } from '#routes.ts'
import { requestOwnOrders } from '#features/order-core/request-own-orders.ts'
import { countToBreakEven, sumOwnValue } from './own-value.ts'
import './pay.css'
import './member.css'

interface Props extends IslandProps<'membership'> {
  /**
   * The lowest single price among course dates that are free for members; null if there are none.
   */
  lowestFen: number | null
  canBuyOnline: boolean
  /** The seal of the site; null for a site without one. */
  seal: string | null
}

/** Compares membership packages, with the member's own membership and its benefits. */
export function MemberPage({ locale, messages, ...site }: Props) {
  const part = { locale, t: useTexts(messages) }
  return (
    <MemberGate t={part.t} skeleton={<Skeleton {...part} />}>
      <Packages {...site} {...part} />
    </MemberGate>
  )
}

type PackagesProps = IslandPart<'membership'> & Omit<Props, 'locale' | 'messages'>

function Packages({ lowestFen, canBuyOnline, seal, ...part }: PackagesProps) {
  const { locale, t } = part
  const { state, retry, refresh } = useLoad(requestMembership)
  const order = useCreateOrder()
  const [orderedId, setOrderedId] = useState<number | null>(null)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <Skeleton {...part} />
  const { membership, packages } = state.data
  const isActive = membership.status === 'active'
  const bestId = findBest(packages)

  async function buy({ id, price_fen }: MemberPackage): Promise<void> {
    setOrderedId(id)
    const created = await order.create(
      { type: 'member', member_package_id: id, expected_payable_fen: price_fen },
      // The price has changed: shows the new one beside the button, which keeps the focus.
      (failure) => failure.kind === 'refused' && failure.key === 'price_changed' && refresh(),
    )
    if (!created) return
    order.leaveTo(href('/pay/pay', locale, { id: created.order_no }))
  }

  return (
    <div className="member-packages">
      <p className="own" aria-live="polite">
        {membership.status === 'none'
          ? t('membership:none')
          : t(`membership:${membership.status}`, { date: formatDate(membership.until, locale) })}
        {isActive && <span className="note">{t('membership:extends')}</span>}
      </p>
      {packages.length === 0 && <p className="note">{t('membership:empty')}</p>}
      <ul className="packages" aria-label={t('membership:packages')}>
        {packages.map((each) => (
          <li key={each.id} className="package" data-recommended={each.id === bestId || undefined}>
            <div className="package-card" aria-hidden="true">
              <Seal seal={seal} />
              <span className="numeral">{each.months}</span>
            </div>
            <p className="recommended">{each.id === bestId && t('membership:best')}</p>
            <div className="package-head">
              <h2>{each.name}</h2>
              <p className="numeral sum">{formatPrice(each.price_fen)}</p>
            </div>
            <p className="note">
              {t('membership:months', { count: each.months })}
              {each.months > 1 &&
                ` · ${t('membership:monthly', { sum: formatPrice(getMonthlyFen(each)) })}`}
            </p>
            <p>{each.summary}</p>
            <ul>
              {each.benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
            <CallFailure
              reason={
                orderedId === each.id &&
                order.failure && <OrderFailure failure={order.failure} t={t} />
              }
            />
            {canBuyOnline && (
              <button
                type="button"
                className={each.id === bestId ? 'button' : 'button button-quiet'}
                aria-disabled={order.isBusy}
                aria-label={t(isActive ? 'membership:renew_of' : 'membership:buy_of', {
                  name: each.name,
                })}
                onClick={() => order.isBusy || void buy(each)}
              >
                {order.isBusy && orderedId === each.id
                  ? t('membership:working')
                  : t(isActive ? 'membership:renew' : 'membership:buy')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="worths">
        <OwnValue t={t} />
        {packages.length > 0 && <PackageValue packages={packages} lowestFen={lowestFen} t={t} />}
      </div>
    </div>
  )
}

/** The id of the package with the lowest monthly price; null for a single package. */
function findBest(packages: readonly MemberPackage[]): number | null {
  if (packages.length < 2) return null
  const [best] = packages.toSorted((one, other) => getMonthlyFen(one) - getMonthlyFen(other))
  return best?.id ?? null
}

interface PackageValueProps extends Pick<IslandPart<'membership'>, 't'>, Pick<Props, 'lowestFen'> {
  packages: readonly MemberPackage[]
}

/** The number of course dates after which each package pays for itself, by current prices. */
function PackageValue({ packages, lowestFen, t }: PackageValueProps) {
  return (
    <section className="worth" aria-label={t('membership:worth')}>
      <h2>{t('membership:worth')}</h2>
      <ul>
        {lowestFen !== null &&
          packages.map(({ id, name, price_fen }) => (
            <li key={id}>
              {t('membership:worth_even', { name, count: countToBreakEven(price_fen, lowestFen) })}
            </li>
          ))}
        <li>{t('membership:worth_none')}</li>
      </ul>
    </section>
  )
}

/** The value of membership by the member's own orders of the last twelve months, if there are any. */
function OwnValue({ t }: Pick<IslandPart<'membership'>, 't'>) {
  const { state } = useLoad(requestOwnOrders)
  const [now] = useState(() => Date.now())
  if (state.status !== 'done') return null
  const { savedFen, classes, tickets } = sumOwnValue(state.data, now)
  if (savedFen + classes.count + tickets.count === 0) return null
  return (
    <section className="own-worth" aria-label={t('membership:own')}>
      <h2>{t('membership:own')}</h2>
      <dl className="facts" data-layout="sums">
        {savedFen > 0 && (
          <div>
            <dt>{t('membership:own_saved')}</dt>
            <dd className="numeral">{formatPrice(savedFen)}</dd>
          </div>
        )}
        {classes.count > 0 && (
          <div>
            <dt>{t('membership:own_classes', { count: classes.count })}</dt>
            <dd className="numeral">{formatPrice(classes.paidFen)}</dd>
          </div>
        )}
        {tickets.count > 0 && (
          <div>
            <dt>{t('membership:own_tickets', { count: tickets.count })}</dt>
            <dd className="numeral">{formatPrice(tickets.paidFen)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function Skeleton({ t }: IslandPart<'membership'>) {
  return (
    <div className="member-packages" aria-busy="true">
      <output className="visually-hidden">{t('membership:loading')}</output>
      <div className="packages" aria-hidden="true">
        <div className="package skeleton-block" />
        <div className="package skeleton-block" />
      </div>
    </div>
  )
}
