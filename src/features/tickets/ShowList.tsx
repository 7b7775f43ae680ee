import { useState } from 'react'
import type { IslandPart } from '#i18n/island-areas.ts'
import { focus } from '#features/ui/focus.ts'
import { formatCardDay } from '#i18n/format-card-date.ts'
import { formatDate, formatTime, formatWeekday, formatZone } from '#i18n/format.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { SHOW_LABELS } from '#i18n/state-labels.ts'
import { canChooseShow, isMemberSale, type TicketData, type TicketShow } from './choice.ts'
import { formatShowNote } from './show-note.ts'

interface Props extends IslandPart<'tickets'> {
  data: TicketData
  chosen: number | undefined
  onChoose: (id: number) => void
}

/** Number of dates that phones show before expanding (`.show:nth-of-type` in `buy-tickets.css`). */
const COLLAPSED_COUNT = 3

/** Radio buttons for the dates of the performance; dates that cannot be bought are disabled. */
export function ShowList({ data, chosen, onChoose, locale, t }: Props) {
  const isOnTour = new Set(data.shows.map(({ place }) => place.venue.id)).size > 1
  const zones = [...new Set(data.shows.map((show) => formatZone(show.starts_at, locale)))]
  const [isOpen, setOpen] = useState(false)
  // Receives the focus of the button that expands the list.
  const firstOfRest = data.shows
    .slice(COLLAPSED_COUNT)
    .find((show) => canChooseShow(show, data.server_time))
  return (
    <fieldset className="shows" data-all={isOpen || undefined}>
      <legend>{t('tickets:shows')}</legend>
      {zones.length > 0 && (
        <p className="zone">
          {t('tickets:zone', { zone: zones.join(LOCALE_TRAITS[locale].separators.clause) })}
        </p>
      )}
      {data.shows.map((show) => (
        <label key={show.id} className="show" data-state={show.state}>
          <input
            type="radio"
            ref={isOpen && show === firstOfRest ? focus : undefined}
            name="show"
            value={show.id}
            checked={show.id === chosen}
            disabled={!canChooseShow(show, data.server_time)}
            onChange={() => onChoose(show.id)}
          />
          <ShowTime time={show.starts_at} locale={locale} />
          <span className="where">
            {show.place.hall.name}
            <small>{formatShowNote(show, t)}</small>
            {isOnTour && (
              <small>
                {show.place.venue.name} · {show.place.city.name}
              </small>
            )}
          </span>
          <ShowState show={show} serverTime={data.server_time} locale={locale} t={t} />
        </label>
      ))}
      {data.shows.length > COLLAPSED_COUNT && !isOpen && (
        <button type="button" className="text-button all-shows" onClick={() => setOpen(true)}>
          {t('tickets:all_shows', { count: data.shows.length })}
        </button>
      )}
    </fieldset>
  )
}

/** Day, weekday and time of a show. */
export function ShowTime({ time, locale }: { time: string; locale: Locale }) {
  return (
    <time dateTime={time}>
      <span className="numeral day">{formatCardDay(time, locale)}</span>
      <span className="numeral hour">
        {formatWeekday(time, locale)} {formatTime(time)}
      </span>
    </time>
  )
}

interface StateProps extends IslandPart<'tickets'> {
  show: TicketShow
  serverTime: string
}

function ShowState({ show, serverTime, locale, t }: StateProps) {
  const { key, tone } = SHOW_LABELS[show.state]
  const label = t(key, { count: show.places_left })
  const date = formatDate(show.sale_starts_at, locale)
  const isEarly = isMemberSale(show, serverTime)
  const when = isEarly
    ? t('tickets:member_early', { date })
    : t('tickets:sale_from', { date, time: formatTime(show.sale_starts_at) })
  return (
    <span className="ticket-state" data-tone={tone}>
      {show.state === 'not_on_sale' ? when : label}
    </span>
  )
}
