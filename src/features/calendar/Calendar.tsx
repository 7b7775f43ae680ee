import type { IslandProps } from '#i18n/island-areas.ts'
import type { CalendarMonth } from '#api/calendar.ts'
import type { Ref } from '#api/primitives.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import type { Kind } from './address.ts'
import { CalendarFailure, CalendarNotice } from './CalendarNotice.tsx'
import { CalendarHead } from './CalendarHead.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { useCalendar } from './use-calendar.ts'
import { WeekAgenda } from './WeekAgenda.tsx'
import './calendar.css'

interface Props extends IslandProps<'calendar'> {
  /** Months rendered into the page: the current one and the next. */
  months: CalendarMonth[]
  /** The date at the venue at build time. */
  today: string
  cities: Ref[]
  /** Kinds of entries of the enabled sections. */
  kinds: Kind[]
}

/**
 * The calendar of the venue: a month grid on wide screens, a week strip with an agenda on phones.
 * It is prerendered, so that it is readable without scripts; choices are stored in the URL.
 */
export function Calendar({ locale, messages, months, today, cities, kinds }: Props) {
  const t = useTexts(messages)
  const calendar = useCalendar(months, today, kinds)
  const parts = { calendar, locale, t }
  return (
    <section className="calendar" data-ready={calendar.isReady || undefined}>
      <CalendarHead {...parts} cities={cities} kinds={kinds} />
      {calendar.state.entries === null && <CalendarFailure {...parts} />}
      <MonthGrid {...parts} />
      <WeekAgenda {...parts} />
      <CalendarNotice {...parts} />
    </section>
  )
}
