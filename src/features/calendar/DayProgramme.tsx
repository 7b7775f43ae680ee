import { formatTime, formatDayNumber, formatMonth, formatWeekday } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { getFile, isOver, getLabel, getPage } from './entries.ts'
import type { PartProps } from './use-calendar.ts'
import { getNoon } from './months.ts'
import './entry-list.css'

interface Props extends PartProps {
  day: string
}

/** Entries of a day with all details: time, place, note, state, calendar file. */
export function EntryList({ day, calendar, locale, t }: Props) {
  const { asOf } = calendar.state
  return (
    <ul className="entry-list">
      {calendar.entries.get(day)?.map((entry) => {
        const { key, tone } = getLabel(entry)
        const { city, hall, venue } = entry.place
        return (
          <li
            key={`${entry.kind}-${entry.id}`}
            data-kind={entry.kind}
            data-over={isOver(entry, asOf) || undefined}
          >
            <p className="numeral hours">
              {formatTime(entry.starts_at)}
              <span className="until"> – {formatTime(entry.ends_at)}</span>
            </p>
            <div className="what">
              <a className="item" href={getPage(entry, locale)}>
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
            {!isOver(entry, asOf) && (
              <a className="add tap" href={getFile(entry, locale)} type="text/calendar" download>
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

/** Heading of a day's programme: large numeral, month and weekday. */
export function DayTitle({ day, locale }: { day: string; locale: Locale }) {
  const noon = getNoon(day)
  return (
    <h3 className="day-title">
      <time dateTime={day}>
        <span className="numeral">{formatDayNumber(noon)}</span>{' '}
        <span className="day-name">
          {formatMonth(noon, locale)} · {formatWeekday(noon, locale)}
        </span>
      </time>
    </h3>
  )
}

/** The programme of one day, as a table row below its week. */
export function DayPanel({ onClose, ...list }: Props & { onClose: () => void }) {
  return (
    <tr className="day-panel">
      <td colSpan={7}>
        <div className="sheet">
          <DayTitle day={list.day} locale={list.locale} />
          <EntryList {...list} />
          <button
            type="button"
            className="close"
            onClick={onClose}
            aria-label={list.t('calendar:close')}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      </td>
    </tr>
  )
}
