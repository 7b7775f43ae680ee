import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import enCalendar from '#messages/en/calendar.json'
import * as enErrors from '#messages/en/errors.json'
import enStates from '#messages/en/states.json'
import zhCalendar from '#messages/zh-cn/calendar.json'
import * as zhErrors from '#messages/zh-cn/errors.json'
import zhStates from '#messages/zh-cn/states.json'

// Only the failures of loading travel to the browser, not every text of the catalogue.
const zhFailures = {
  network: zhErrors.network,
  server_error: zhErrors.server_error,
  timeout: zhErrors.timeout,
}
const enFailures = {
  network: enErrors.network,
  server_error: enErrors.server_error,
  timeout: enErrors.timeout,
}

const TEXTS = {
  'zh-cn': createTexts({ calendar: zhCalendar, states: zhStates, errors: zhFailures }),
  en: createTexts({ calendar: enCalendar, states: enStates, errors: enFailures }),
}

export type CalendarTexts = (typeof TEXTS)['zh-cn']

export const textsOf = (locale: Locale): CalendarTexts => TEXTS[locale]
