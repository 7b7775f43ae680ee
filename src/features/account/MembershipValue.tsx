import type { IslandPart } from '#i18n/island-areas.ts'
import type { MemberPackage } from '#api/membership.ts'
import { formatPrice } from '#i18n/format.ts'
import { monthlyFen } from '#features/order-core/monthly-price.ts'

/** The benefits of membership, with real prices only. */
export function MembershipValue({
  packages,
  t,
}: IslandPart<'user'> & { packages: readonly MemberPackage[] }) {
  if (packages.length === 0) return null
  return (
    <section className="worth">
      <h3>{t('user:worth')}</h3>
      <ul>
        {packages.map((offer) => (
          <li key={offer.id}>
            {t(offer.months > 1 ? 'user:worth_monthly' : 'user:worth_price', {
              name: offer.name,
              price: formatPrice(offer.price_fen),
              monthly: formatPrice(monthlyFen(offer)),
            })}
          </li>
        ))}
        <li>{t('user:worth_course')}</li>
      </ul>
    </section>
  )
}
