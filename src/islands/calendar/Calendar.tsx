import type { CalendarMonth } from '#api/calendar.ts'
import type { Ref } from '#api/primitives.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { CalendarFailure } from './CalendarFailure.tsx'
import { CalendarHead } from './CalendarHead.tsx'
import { CalendarNotice } from './CalendarNotice.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import type { CalendarMessages } from './texts.ts'
import { useCalendar } from './use-calendar.ts'
import { WeekAgenda } from './WeekAgenda.tsx'
import './calendar.css'

interface Props {
  locale: Locale
  messages: CalendarMessages
  /** Months printed into the page: the current one and the next. */
  months: CalendarMonth[]
  /** The house day when the page was printed. */
  today: string
  cities: Ref[]
}

/**
 * The calendar of the house: a month grid on wide screens, a week strip with an agenda on phones.
 * It is printed whole, so that it reads without scripts; choices stand in the address.
 */
export function Calendar({ locale, messages, months, today, cities }: Props) {
  const t = createTexts(messages)
  const calendar = useCalendar(months, today)
  const parts = { calendar, locale, t }
  return (
    <section className="calendar" data-ready={calendar.ready || undefined}>
      <CalendarHead {...parts} cities={cities} />
      {calendar.state.entries === null && <CalendarFailure {...parts} />}
      <MonthGrid {...parts} />
      <WeekAgenda {...parts} />
      <CalendarNotice {...parts} />
    </section>
  )
}
