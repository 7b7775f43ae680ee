import { formatMoment } from '#i18n/format.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import { ItemArt } from '#features/order-core/ItemArt.tsx'
import { href } from '#routes.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import type { Load } from '#features/ui/use-load.ts'
import { ListSkeleton } from './Skeletons.tsx'
import type { Visit, Visits } from './visits.ts'
import './visits.css'
import type { SiteOffer } from './site-offer.ts'

const MAX_LATER = 3

interface NextVisitProps extends IslandPart<'user'> {
  state: Load<Visits>
  retry: () => void
  /** The list in which members choose a visit. */
  list: SiteOffer['visits']
}

/** Upcoming visits: the next one with its ticket, then those after it. */
export function NextVisit({ state, retry, list, locale, t }: NextVisitProps) {
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <ListSkeleton rows={2} />
  const [next, ...later] = state.data.coming
  if (!next) {
    return (
      <div className="no-visit">
        <p>{t('user:no_visit')}</p>
        {list && (
          <a className="button" href={href(list, locale)}>
            {t(list === '/drama/home' ? 'user:see_programme' : 'user:applications_see')}
          </a>
        )}
      </div>
    )
  }
  const { order } = next
  const isTicket = order.type === 'performance' && order.tickets.length > 0
  const route = isTicket ? '/order/DynamicInfoCard' : '/order/Info'
  return (
    <>
      <article className="ticket next-visit">
        <ItemArt order={order} sizes="(max-width: 767px) 40vw, 240px" />
        <div>
          <h3>{order.title}</h3>
          <p className="numeral when">{formatMoment(next.startsAt, locale)}</p>
          <p className="place">{next.place}</p>
          <a className="button" href={href(route, locale, { id: order.order_no })}>
            {t(isTicket ? 'user:open_ticket' : 'user:open_order')}
          </a>
        </div>
      </article>
      {later.length > 0 && (
        <ul className="later-visits">
          {later.slice(0, MAX_LATER).map((visit) => (
            <li key={visit.order.order_no} className="link-card">
              <span className="numeral">{formatMoment(visit.startsAt, locale)}</span>
              <a href={href('/order/Info', locale, { id: visit.order.order_no })}>
                {visit.order.title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Past performances as ticket stubs with the artwork of the production. */
export function PastVisits({ visits, locale }: IslandPart<'user'> & { visits: readonly Visit[] }) {
  return (
    <ul className="past-visits">
      {visits.map(({ order, startsAt }) => (
        <li key={order.order_no}>
          <a className="ticket" href={href('/order/Info', locale, { id: order.order_no })}>
            <ItemArt order={order} sizes="(max-width: 767px) 40vw, 180px" />
            <span className="torn" data-edge="top">
              <span className="name">{order.title}</span>
              <span className="numeral">{formatMoment(startsAt, locale)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
