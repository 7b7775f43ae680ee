import * as v from 'valibot'
import { LOCALES } from './language.ts'

export const LocaleSchema = v.pipe(
  v.picklist(LOCALES),
  v.description('Language of texts: zh-cn (default) or en'),
)

/** Languages of an item's texts; other languages show the original. */
export const LanguagesSchema = v.pipe(
  v.array(LocaleSchema),
  v.minLength(1),
  v.description('Languages in which the item has texts of its own'),
)

/** An e-mail address as browsers accept it (HTML Standard), but with a top-level domain. */
export const EmailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.rfcEmail(),
  v.regex(/\.[a-z][a-z\d-]+$/i, 'expected a domain such as example.org'),
  v.maxLength(254),
)

/** Identifier of an item: a positive integer, unique within its kind. */
export const IdSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(Number.MAX_SAFE_INTEGER),
  v.description('Identifier: positive integer'),
)

/** An identifier in a query string, parsed to a number; `0`, `1.5`, `abc` and `007` fail. */
export const QueryIdSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,8}$/, 'expected a positive integer'),
  v.description('Identifier: positive integer'),
  v.transform(Number),
)

/** Money in fen, the hundredth of a yuan. Never a fraction, never negative. */
export const FenSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(1_000_000_000),
  v.description('Money in fen (1/100 yuan), integer'),
)

/** A count of places, minutes or items. */
export const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))

// valibot's patterns allow 31 days in every month.
function isRealDay(day: string): boolean {
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day.slice(0, 10))
}

/** A point in time: ISO 8601 with offset, e.g. `2027-05-08T19:30:00+08:00`. */
export const TimeSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  // valibot also accepts a space before the time and the offset, which not every browser parses.
  v.check((time) => !time.includes(' '), 'expected T between day and time'),
  v.check(isRealDay, 'expected a day that exists'),
  v.description('Time: ISO 8601 with offset'),
)

/** Intl also accepts offsets such as +05:45, but calendar files and older browsers do not. */
function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return /^[a-z]/i.test(timeZone)
  } catch {
    return false
  }
}

/** The default time zone. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai'

/** Name of a time zone in the IANA database. */
export const TimeZoneSchema = v.pipe(
  v.string(),
  v.check(isTimeZone, 'expected an IANA time zone such as Europe/London'),
  v.description('IANA time zone: Asia/Shanghai'),
)

/** A calendar month of the venue, e.g. `2027-05`. */
export const MonthSchema = v.pipe(
  v.string(),
  v.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'expected a month such as 2027-05'),
  v.description('Month of the venue calendar: YYYY-MM'),
)

/** A calendar day of the venue, e.g. `2027-05-08`. */
export const DaySchema = v.pipe(
  v.string(),
  v.isoDate(),
  v.check(isRealDay, 'expected a day that exists'),
  v.description('Day: YYYY-MM-DD'),
)

/** A year of a date or biography. */
export const YearSchema = v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(9999))

/** One line of text that is never empty. */
export const LineSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(500))

/** Text of some sentences; may be empty. */
export const TextSchema = v.pipe(v.string(), v.maxLength(20_000))

/** Reference with id and name: a city, a genre, a category. */
export const RefSchema = v.object({ id: IdSchema, name: LineSchema })
export type Ref = v.InferOutput<typeof RefSchema>

/**
 * Link target: a path of this site (without locale prefix), a web address,
 * an e-mail address or a telephone number. Anything else (`javascript:`) fails.
 */
export const HrefSchema = v.pipe(
  v.string(),
  v.regex(/^(\/(?![/\\])|https?:\/\/|mailto:|tel:|#)/, 'expected a path, http(s), mailto or tel'),
  v.maxLength(2000),
  v.description('Site path without locale prefix, or http(s):, mailto:, tel:'),
)

/** URL of a media file: absolute, or relative to `viewurl` of the init data. */
export const MediaUrlSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(2000),
  v.regex(/^(https?:\/\/|\/(?![/\\])|[\w-])/, 'expected a web address or a path'),
  v.check((url) => !/^[a-z][a-z\d+.-]*:/i.test(url) || /^https?:/i.test(url), 'http(s) only'),
  v.description('Address of a file: absolute, or relative to `viewurl`'),
)

export const ImageSchema = v.object({
  url: MediaUrlSchema,
  alt: v.pipe(v.string(), v.maxLength(500), v.description('Text alternative; empty if decorative')),
  width: v.pipe(CountSchema, v.minValue(1), v.description('Pixels')),
  height: v.pipe(CountSchema, v.minValue(1), v.description('Pixels')),
})
export type Image = v.InferOutput<typeof ImageSchema>

/** The place of an event. */
export const PlaceSchema = v.object({
  city: RefSchema,
  venue: RefSchema,
  hall: RefSchema,
  address: LineSchema,
})
export type Place = v.InferOutput<typeof PlaceSchema>

/** A span of text. Only links have an address. */
export const SpanSchema = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({ type: v.literal('strong'), text: v.string() }),
  v.object({ type: v.literal('emphasis'), text: v.string() }),
  v.object({ type: v.literal('link'), text: v.string(), href: HrefSchema }),
])
export type Span = v.InferOutput<typeof SpanSchema>
