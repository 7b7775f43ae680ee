import type { Locale } from '#i18n/locales.ts'
import type { Texts } from '#islands/ui/create-texts.ts'
import enCalendar from '#messages/en/calendar.json'
import enErrors from '#messages/en/errors.json'
import enStates from '#messages/en/states.json'
import zhCalendar from '#messages/zh-cn/calendar.json'
import zhErrors from '#messages/zh-cn/errors.json'
import zhStates from '#messages/zh-cn/states.json'
import { pickLoadErrors } from '#islands/ui/load-errors.ts'

// Only the failures of loading travel to the browser, not every text of the catalogue.
const pick = (calendar: typeof zhCalendar, states: typeof zhStates, errors: typeof zhErrors) => ({
  calendar,
  states,
  errors: pickLoadErrors(errors),
})

const MESSAGES = {
  'zh-cn': pick(zhCalendar, zhStates, zhErrors),
  en: pick(enCalendar, enStates, enErrors),
}

/** What the calendar says; the page hands it over. */
export type CalendarMessages = (typeof MESSAGES)['zh-cn']
export type CalendarTexts = Texts<CalendarMessages>

export const getCalendarMessages = (locale: Locale): CalendarMessages => MESSAGES[locale]
