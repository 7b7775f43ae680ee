import type { IslandPart } from '#i18n/island-areas.ts'
import { formatDate } from '#i18n/format.ts'
import { Seal } from '#features/ui/Seal.tsx'
import type { MembershipData } from '#features/ui/request-membership.ts'
import { href } from '#routes.ts'
import './membership-card.css'

interface Props extends IslandPart<'user'> {
  membership: MembershipData['membership']
  serverTime: string
  /** Description of the benefits by the organisation. */
  offer: string
  /** The seal of the site; null for a site without one. */
  seal: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The membership card: ink with a brass edge. */
export function MembershipCard({ membership, serverTime, offer, seal, locale, t }: Props) {
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
        {status !== 'active' && (
          <a className="tap" href={href('/pay/member', locale)}>
            {t(status === 'none' ? 'user:card_join' : 'user:card_renew')}
          </a>
        )}
      </footer>
    </section>
  )
}

/** Days left by the server's clock; the last day counts as one. */
const countDays = (until: string, serverTime: string): number =>
  Math.max(1, Math.ceil((Date.parse(until) - Date.parse(serverTime)) / DAY_MS))
