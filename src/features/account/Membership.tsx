import type { IslandPart } from '#i18n/island-areas.ts'
import { formatDate, formatPrice } from '#i18n/format.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { requestMembership, type MembershipData } from '#features/ui/request-membership.ts'
import { useLoad } from '#features/ui/use-load.ts'
import { href } from '#routes.ts'
import { MembershipCard } from './MembershipCard.tsx'
import type { AccountSite } from './account-site.ts'
import { MembershipValue } from './MembershipValue.tsx'
import './membership.css'

interface MembershipProps extends IslandPart<'user'> {
  site: AccountSite
  /** Whether the API has orders, which top-ups require. */
  hasOrders: boolean
}

/** Membership with its benefits, the balance and class hours. */
export function Membership({ site, hasOrders, ...part }: MembershipProps) {
  const { state, retry } = useLoad(requestMembership)
  if (state.status === 'failed')
    return <LoadFailure error={state.error} t={part.t} onRetry={retry} />
  if (state.status !== 'done') return <MembershipSkeleton />
  const { data } = state
  return (
    <div className="membership">
      <MembershipCard
        membership={data.membership}
        serverTime={data.server_time}
        offer={site.offer}
        seal={site.seal}
        {...part}
      />
      <MembershipValue packages={data.packages} {...part} />
      <Account data={data} hasOrders={hasOrders} {...part} />
    </div>
  )
}

interface AccountProps extends IslandPart<'user'> {
  data: MembershipData
  hasOrders: boolean
}

function Account({ data, hasOrders, locale, t }: AccountProps) {
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
    </dl>
  )
}

/** Placeholder for the card and the lines below it. */
export function MembershipSkeleton() {
  return (
    <div className="membership" aria-hidden="true">
      <div className="membership-card skeleton-block" />
      <div className="skeleton-lines">
        <span className="skeleton-line" />
        <span className="skeleton-line short" />
        <span className="skeleton-line" />
      </div>
    </div>
  )
}
