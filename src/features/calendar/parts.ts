import type { IslandTexts } from '#i18n/island-areas.ts'
import type { Locale } from '#i18n/locales.ts'
import type { CalendarState } from './use-calendar.ts'

/** Props that all components of the calendar share. */
export interface PartProps {
  calendar: CalendarState
  locale: Locale
  t: IslandTexts<'calendar'>
}
