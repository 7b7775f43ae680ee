import type { CalendarEntry } from '#api/calendar.ts'
import { formatTime } from '#i18n/format.ts'
import { fileOf, isOver, labelOf, pageOf } from './entries.ts'
import type { PartProps } from './parts.ts'
import './entry-list.css'

interface Props extends Pick<PartProps, 'locale' | 't'> {
  entries: readonly CalendarEntry[]
}

/** Entries of a day with all details: time, place, note, state, calendar file. */
export function EntryList({ entries, locale, t }: Props) {
  return (
    <ul className="entry-list">
      {entries.map((entry) => {
        const { key, tone } = labelOf(entry)
        const { city, hall, venue } = entry.place
        return (
          <li
            key={`${entry.kind}-${entry.id}`}
            data-kind={entry.kind}
            data-over={isOver(entry) || undefined}
          >
            <p className="numeral hours">
              {formatTime(entry.starts_at)}
              <span className="until"> – {formatTime(entry.ends_at)}</span>
            </p>
            <div className="what">
              <a className="item" href={pageOf(entry, locale)}>
                {entry.title}
              </a>
              {entry.note !== null && <span className="note">{entry.note}</span>}
              <p className="facts">
                {t(`calendar:one_${entry.kind}`)}&nbsp;· {city.name}&nbsp;· {venue.name}&nbsp;·{' '}
                {hall.name}
              </p>
            </div>
            <p className="state" data-tone={tone}>
              {t(key)}
            </p>
            {!isOver(entry) && (
              <a className="add tap" href={fileOf(entry, locale)} type="text/calendar" download>
                {t('calendar:add')}
                <span className="visually-hidden"> · {entry.title}</span>
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
