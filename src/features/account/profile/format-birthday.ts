import { readVenueDay } from '#i18n/format.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'

/** Formats an ISO day as `1998.03.05` or `5 March 1998`, without time zone conversion. */
export function formatBirthday(day: string, locale: Locale): string {
  const { dates, format } = LOCALE_TRAITS[locale]
  if (dates === 'numeric') return day.replaceAll('-', '.')
  const date = new Date(`${day}T00:00:00Z`)
  const options = { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat(format, options).format(date)
}

/** Whether an ISO day lies after today at the venue, where the API refuses it. */
export const isFutureDay = (day: string, now: Date): boolean =>
  // ISO days compare as text.
  day > readVenueDay(now.toISOString())
