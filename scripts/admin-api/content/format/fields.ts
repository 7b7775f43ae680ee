import { Temporal } from 'temporal-polyfill'
import * as v from 'valibot'
import { mapLocales, LOCALES } from '#api/language.ts'

// Schemas of fields that several kinds of content share.

export const slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a slug: a-z, 0-9, -'),
)
export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const positive = v.pipe(v.number(), v.integer(), v.minValue(1))
/** The id of an item or part; 0 if it is to be assigned by the import. */
export const assignedId = v.optional(count, 0)
/** The id of an item or entry that addresses contain, which have at most nine digits (`QueryIdSchema`). */
const assignedQueryId = v.optional(v.pipe(count, v.maxValue(999_999_999)), 0)
export const year = v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(9999))
/** An amount in yuan with at most two decimals; stored in fen, at most as many as in `FenSchema`. */
export const yuan = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(10_000_000),
  v.check((value) => value === Number(value.toFixed(2)), 'at most two decimals'),
)

/** `+2w sat 19:30` or `-10d 14:00` (relative to the first start, venue time), or ISO 8601 with offset. */
export const TIME_PATTERN =
  /^(?:([+-]\d{1,3})w (mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):([0-5]\d)|([+-]\d{1,4})d ([01]\d|2[0-3]):([0-5]\d)|\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d|Z))$/
export const time = v.pipe(
  v.string(),
  v.regex(
    TIME_PATTERN,
    'expected a time such as 2027-05-08T19:30:00+08:00, or one relative to the first start such as "+2w sat 19:30"',
  ),
  v.check(isExistingTime, ({ input }) => describeMissingTime(input)),
)

/** Whether a time exists. `Date.parse` would turn 31 November into 1 December, and Temporal 60 seconds into 59. */
function isExistingTime(text: string): boolean {
  if (!TIME_PATTERN.test(text) || /^[+-]/.test(text)) return true
  try {
    return Temporal.Instant.from(text).epochMilliseconds === Date.parse(text)
  } catch {
    return false
  }
}

/** Explains why a time does not exist, and what is possible. */
function describeMissingTime(text: string): string {
  const month = text.slice(0, 7)
  if (/-(?:0[1-9]|1[0-2])$/.test(month)) {
    const last = Temporal.PlainYearMonth.from(month).daysInMonth
    const day = Number(text.slice(8, 10))
    if (day < 1 || day > last) return `there is no such day, ${month} has the days 01 to ${last}`
    return 'there is no such time, hours are 00 to 23, minutes and seconds 00 to 59'
  }
  return 'there is no such month, months are 01 to 12'
}

export const line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))
const prose = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20_000))
const inEachLanguage = (schema: v.GenericSchema<string, string>) =>
  v.pipe(
    v.strictObject(mapLocales(() => v.optional(schema))),
    v.check(
      (texts) => LOCALES.some((lang) => texts[lang] !== undefined),
      `expected a text in at least one of ${LOCALES.join(' and ')}`,
    ),
  )
/** A line of text in both languages. */
export const LocalLineSchema = inEachLanguage(line)
/** Describes texts whose asterisks and brackets are shown as they are. */
export const PLAIN = 'Text without formatting.'
/** Describes texts with inline markup. */
export const FORMATTED = 'may contain **strong**, *emphasis* and [links](/path).'
/** A longer text in both languages. */
export const LocalProseSchema = inEachLanguage(prose)

/** Path of a media file below `media/`: `performances/teahouse.svg`. */
export const media = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9-]+(\/[a-z0-9.-]+)+$/,
    'expected a folder and a file below media/, such as site/stage.svg',
  ),
)
const file = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9.-]+$/, 'expected a file name below files/'),
)
/** A file below `files/` for each language. */
export const LocalFileSchema = inEachLanguage(file)
/** A picture with its alternative text. */
export const image = v.strictObject({ file: media, alt: LocalLineSchema })

export const poster = v.pipe(image, v.description('Poster in lists and at the top of the page.'))

/** Fields that all items share. */
export const item = {
  id: assignedQueryId,
  published: v.optional(v.boolean(), true),
  draft: v.optional(v.boolean(), false),
  published_at: v.pipe(v.optional(time), v.description('When it appears; without it, at once.')),
  expires_at: v.optional(time),
}
export const named = v.strictObject({ id: assignedQueryId, slug, name: LocalLineSchema })

/** An application period. */
export const application = v.strictObject({ opens: time, closes: time })
