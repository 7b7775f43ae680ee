import type { IslandPart } from '#i18n/island-areas.ts'
import { formatDate, formatTime } from '#i18n/format.ts'
import { localizePath } from '#i18n/paths.ts'
import { href } from '#routes.ts'
import type { TicketData } from './choice.ts'
import { findSaleStart } from './sale.ts'
import { ShowTime } from './ShowList.tsx'

interface Props extends IslandPart<'tickets'> {
  performanceId: number
  data: TicketData
}

/** A performance without a show on sale: when the sale starts, its dates and a calendar file. */
export function NotOnSale({ performanceId, data: { shows }, locale, t }: Props) {
  const start = findSaleStart(shows)
  const back = (
    <a className="quiet-link" href={href('/drama/detail', locale, { id: performanceId })}>
      {t('tickets:back')}
    </a>
  )
  if (!start) {
    return (
      <div className="tickets-none">
        <p>{t('tickets:no_shows')}</p>
        {back}
      </div>
    )
  }
  const { opensAt, membersFrom } = start
  const readTime = (at: string) => ({ date: formatDate(at, locale), time: formatTime(at) })
  return (
    <div className="not-on-sale">
      <p className="opening">{t('tickets:opens', readTime(opensAt))}</p>
      {membersFrom !== null && <p>{t('tickets:opens_members', readTime(membersFrom))}</p>}
      <p>{t('tickets:opens_line')}</p>
      <div className="opening-actions">
        <a
          className="button"
          href={localizePath(`/calendar/ics/performance-${performanceId}.ics`, locale)}
          type="text/calendar"
        >
          {t('tickets:to_calendar')}
        </a>
        {back}
      </div>
      <ol aria-label={t('tickets:shows')}>
        {shows.map((show) => (
          <li key={show.id}>
            <ShowTime time={show.starts_at} locale={locale} />
            <span>
              {show.place.hall.name} · {show.place.city.name}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
