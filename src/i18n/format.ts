import { LOCALE_TRAITS, type Locale } from './locales.ts'

// Formats dates and prices in playbill style. All dates are in the time zone of the venue.

const DEFAULT_TIME_ZONE = 'Asia/Shanghai'

let zone: string | undefined

/**
 * The IANA time zone of the venue. Builds set it from the init data; browsers read it from an attribute of
 * the root element.
 */
export function getVenueTimeZone(): string {
  zone ??= globalThis.document?.documentElement.dataset['timeZone']
  return zone ?? DEFAULT_TIME_ZONE
}

/** Sets the time zone of all dates: `site.time_zone` of the init data. */
export function setVenueTimeZone(name: string): void {
  if (name !== zone) formats.clear()
  zone = name
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a format takes fifty times as long as using it. */
function findFormat(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options)
  const cached = formats.get(key)
  if (cached) return cached
  const made = new Intl.DateTimeFormat(lang, { timeZone: getVenueTimeZone(), ...options })
  formats.set(key, made)
  return made
}

const PARTS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** The parts of a time at the venue, with two digits each, the year with four. @param time ISO 8601 */
export function readParts(time: string): Record<Part, string> {
  const parts = findFormat('en-GB', PARTS).formatToParts(new Date(time))
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Part, string>
}

const formatWith = (time: string, locale: Locale, options: Intl.DateTimeFormatOptions): string =>
  findFormat(LOCALE_TRAITS[locale].format, options).format(new Date(time))

/** Year at the venue, e.g. `2027`. */
export const formatYear = (time: string): string => readParts(time).year

/** Day of the month without leading zero, e.g. `8`. */
export const formatDayNumber = (time: string): string => String(Number(readParts(time).day))

/** `19:30`, venue time. */
export function formatTime(time: string): string {
  const { hour, minute } = readParts(time)
  return `${hour}:${minute}`
}

/** `19:30:05`, venue time. @param time epoch ms */
export const formatSeconds = (time: number): string =>
  findFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(time)

function readZone(time: string, locale: Locale, style: 'long' | 'shortOffset'): string {
  const format = findFormat(LOCALE_TRAITS[locale].format, { timeZoneName: style })
  const part = format.formatToParts(new Date(time)).find(({ type }) => type === 'timeZoneName')
  return part?.value.replace(/^GMT(?=[+-]|$)/, 'UTC') ?? getVenueTimeZone()
}

/** The name of the venue's time zone at a time: `China Standard Time`, `中国标准时间`. */
export const formatZoneName = (time: string, locale: Locale): string =>
  readZone(time, locale, 'long')

/** The venue's time zone with its UTC offset at a time: `British Summer Time, UTC+1`. */
export function formatZone(time: string, locale: Locale): string {
  const [name, offset] = [formatZoneName(time, locale), readZone(time, locale, 'shortOffset')]
  // Some zones have no name in a language, only an offset.
  if (name.startsWith('UTC')) return offset
  return name + LOCALE_TRAITS[locale].separators.comma + offset
}

/** `05.08` in Chinese, `8 May` in English. */
export function formatDay(time: string, locale: Locale): string {
  if (LOCALE_TRAITS[locale].dates === 'written')
    return formatWith(time, locale, { day: 'numeric', month: 'short' })
  const { month, day } = readParts(time)
  return `${month}.${day}`
}

/** The day of a time at the venue, in ISO form: `2027-05-08`. */
export function readVenueDay(time: string): string {
  const { year, month, day } = readParts(time)
  return `${year}-${month}-${day}`
}

/** `2027.05.08` in Chinese, `8 May 2027` in English. */
export function formatDate(time: string, locale: Locale): string {
  return LOCALE_TRAITS[locale].dates === 'written'
    ? `${formatDay(time, locale)} ${formatYear(time)}`
    : `${formatYear(time)}.${formatDay(time, locale)}`
}

/** `2027.05.08 19:30` or `8 May 2027, 19:30`. @param time ISO 8601 */
export const formatDateTime = (time: string, locale: Locale): string =>
  `${formatDate(time, locale)}${LOCALE_TRAITS[locale].dates === 'written' ? ',' : ''} ${formatTime(time)}`

/** From the first day to the last: `05.08 — 05.24`; a single day as `05.08`. */
export function formatRun(run: { from: string; to: string }, locale: Locale): string {
  const from = formatDay(run.from, locale)
  const to = formatDay(run.to, locale)
  if (from === to && formatYear(run.from) === formatYear(run.to)) return from
  return `${from} — ${to}`
}

/** `周六` or `Sat`. */
export const formatWeekday = (time: string, locale: Locale): string =>
  formatWith(time, locale, { weekday: 'short' })

/** Joins day, weekday and time in the order of the language. */
const joinMoment = (day: string, time: string, locale: Locale): string =>
  LOCALE_TRAITS[locale].dates === 'written'
    ? `${formatWeekday(time, locale)} ${day}, ${formatTime(time)}`
    : `${day} ${formatWeekday(time, locale)} ${formatTime(time)}`

/** `Nov` in English, `11月` in Chinese. @param time ISO 8601 */
export const formatShortMonth = (time: string, locale: Locale): string =>
  formatWith(time, locale, { month: 'short' })

/** `2027.05.08 周六 19:30` in Chinese, `Sat 8 May 2027, 19:30` in English. @param time ISO 8601 */
export const formatMoment = (time: string, locale: Locale): string =>
  joinMoment(formatDate(time, locale), time, locale)

/** `05.08 周六 19:30` in Chinese, `Sat 8 May, 19:30` in English. @param time ISO 8601 */
export const formatShortMoment = (time: string, locale: Locale): string =>
  joinMoment(formatDay(time, locale), time, locale)

/** `五月` or `May`. */
export const formatMonth = (time: string, locale: Locale): string =>
  formatWith(time, locale, { month: 'long' })

const PRICES = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/** `¥1,280`, or `¥80.50` with fen. */
export const formatPrice = (fen: number): string => `¥${PRICES.format(fen / 100)}`

/** Formats a ticket code in groups of four characters, for manual entry. */
export const formatTicketCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Reference number of an application, such as `C-000012`. */
export const formatReference = (kind: 'course' | 'activity', id: number): string =>
  `${kind === 'course' ? 'C' : 'A'}-${String(id).padStart(6, '0')}`
