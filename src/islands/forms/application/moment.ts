import { formatDate, formatTime, formatWeekday } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import type { ApplicationTexts } from './texts.ts'

/** `2026.12.20 周日 23:00`, house time. */
export const formatMoment = (time: string, locale: Locale, t: ApplicationTexts): string =>
  t('application:deadline', {
    date: formatDate(time, locale),
    weekday: formatWeekday(time, locale),
    time: formatTime(time),
  })

/** Number of an application, as it is read out on the phone: `C-000012`. */
export const formatReference = (kind: 'course' | 'activity', id: number): string =>
  `${kind === 'course' ? 'C' : 'A'}-${String(id).padStart(6, '0')}`
