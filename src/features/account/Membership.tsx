import type { IslandPart } from '#i18n/island-areas.ts'
import { formatDate, formatPrice, formatTime, readVenueDay } from '#i18n/format.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import type { MembershipData } from '#features/ui/request-membership.ts'
import type { Load } from '#features/ui/use-load.ts'
import { href } from '#routes.ts'
import { Seal } from '#features/ui/Seal.tsx'
import { getMonthlyFen } from '#features/order-core/monthly-price.ts'
import type { AccountSite } from './use-account.ts'
import { MembershipSkeleton } from './Skeletons.tsx'
import './membership.css'

interface MembershipProps extends IslandPart<'user'> {
  site: AccountSite
  /** Whether the API has orders, which top-ups require. */
  hasOrders: boolean
  state: Load<MembershipData>
  retry: () => void
}

/** Membership with its benefits, the balance and class hours. */
export function Membership({ site, hasOrders, state, retry, ...part }: MembershipProps) {
  if (state.status === 'failed')
    return <LoadFailure error={state.error} t={part.t} onRetry={retry} />
  if (state.status !== 'done') return <MembershipSkeleton />
  const { data } = state
  const { hasCourses } = site
  return (
    <div className="membership">
      {(data.packages.length > 0 || data.membership.status !== 'none') && (
        <MembershipCard
          membership={data.membership}
          serverTime={data.server_time}
          offer={site.offer}
          seal={site.seal}
          {...part}
        />
      )}
      <MembershipValue packages={data.packages} hasCourses={hasCourses} {...part} />
      <Account data={data} hasOrders={hasOrders} hasCourses={hasCourses} {...part} />
    </div>
  )
}

interface AccountProps extends IslandPart<'user'> {
  data: MembershipData
  hasOrders: boolean
  hasCourses: boolean
}

function Account({ data, hasOrders, hasCourses, locale, t }: AccountProps) {
  const { balance_fen, class_hours } = data
  return (
    <dl className="account">
      <div>
        <dt>{t('user:balance')}</dt>
        <dd>
          <span className="numeral sum">{formatPrice(balance_fen)}</span>
          {hasOrders && (
            <a className="quiet-link" href={href('/order/recharge', locale)}>
              {t('user:recharge')}
            </a>
          )}
        </dd>
      </div>
      {(hasCourses || class_hours.length > 0) && (
        <div>
          <dt>{t('user:hours')}</dt>
          {class_hours.length === 0 && <dd className="empty">{t('user:hours_none')}</dd>}
          {class_hours.map((hours, index) => (
            <dd key={index} className="hours">
              <span>{hours.package}</span>
              <span className="numeral">{t('user:hours_left', { count: hours.hours_left })}</span>
              <small>
                {hours.expires_at === null
                  ? t('user:hours_forever')
                  : t('user:hours_until', { date: formatDate(hours.expires_at, locale) })}
              </small>
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}

interface CardProps extends IslandPart<'user'>, Pick<AccountSite, 'offer' | 'seal'> {
  membership: MembershipData['membership']
  serverTime: string
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The membership card: ink with a brass edge. */
export function MembershipCard({ membership, serverTime, offer, seal, locale, t }: CardProps) {
  const { status } = membership
  return (
    <section className="membership-card" data-status={status} aria-label={t('user:membership')}>
      <header>
        <h3>{t(`user:card_${status}`)}</h3>
        <Seal seal={seal} />
      </header>
      {status === 'none' && <p className="offer">{offer}</p>}
      {status !== 'none' && (
        <p className="until">
          {t(status === 'active' ? 'user:card_until' : 'user:card_ended')}
          <span className="numeral">{formatDate(membership.until, locale)}</span>
        </p>
      )}
      <footer>
        <span>
          {status === 'active' &&
            t('user:card_days', { count: countDays(membership.until, serverTime) })}
        </span>
        <a className="tap" href={href('/pay/member', locale)}>
          {t(status === 'none' ? 'user:card_join' : 'user:card_renew')}
        </a>
      </footer>
    </section>
  )
}

/** A time as shown by the venue's clock, in ms, so that all days have 24 hours. */
const readVenueClock = (time: string): number =>
  Date.parse(`${readVenueDay(time)}T${formatTime(time)}Z`)

/** Days left by the server's clock; the last day counts as one. */
const countDays = (until: string, serverTime: string): number =>
  Math.max(1, Math.ceil((readVenueClock(until) - readVenueClock(serverTime)) / DAY_MS))

type ValueProps = IslandPart<'user'> & Pick<MembershipData, 'packages'> & { hasCourses: boolean }

/** The benefits of membership, with real prices only. */
function MembershipValue({ packages, hasCourses, t }: ValueProps) {
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
              monthly: formatPrice(getMonthlyFen(offer)),
            })}
          </li>
        ))}
        {hasCourses && <li>{t('user:worth_course')}</li>}
      </ul>
    </section>
  )
}
