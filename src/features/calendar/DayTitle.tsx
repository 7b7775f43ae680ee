import { formatDayNumber, formatMonth, formatWeekday } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { noonOf } from './months.ts'

/** Heading of a day's programme: large numeral, month and weekday. */
export function DayTitle({ day, locale }: { day: string; locale: Locale }) {
  const noon = noonOf(day)
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
