import type { Locale } from '#i18n/locales.ts'
import type { CalendarTexts } from './texts.ts'
import type { CalendarState } from './use-calendar.ts'

/** What every part of the calendar is given. */
export interface PartProps {
  calendar: CalendarState
  locale: Locale
  t: CalendarTexts
}
