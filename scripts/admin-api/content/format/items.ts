import * as v from 'valibot'
import { body } from './blocks.ts'
import {
  application,
  assignedId,
  count,
  image,
  item,
  line,
  LocalLineSchema,
  LocalProseSchema,
  PLAIN,
  positive,
  poster,
  slug,
  time,
  year,
  yuan,
} from './fields.ts'

export const ArtistFile = v.strictObject({
  ...item,
  name: LocalLineSchema,
  latin_name: line,
  group: v.picklist(['master', 'ensemble']),
  discipline: slug,
  born: v.optional(year),
  died: v.optional(year),
  line: LocalLineSchema,
  summary: LocalProseSchema,
  portrait: image,
  works: v.array(
    v.strictObject({
      title: LocalLineSchema,
      role: LocalLineSchema,
      year: v.optional(year),
      performance: v.optional(slug),
    }),
  ),
  body,
})

export const PerformanceFile = v.strictObject({
  ...item,
  genre: slug,
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  author: LocalLineSchema,
  summary: LocalProseSchema,
  mood: LocalLineSchema,
  poster,
  duration_min: positive,
  intermissions: count,
  age_min: count,
  language_note: LocalLineSchema,
  cast: v.array(
    v.strictObject({ role: LocalLineSchema, name: LocalLineSchema, artist: v.optional(slug) }),
  ),
  creatives: v.array(
    v.strictObject({ job: LocalLineSchema, name: LocalLineSchema, artist: v.optional(slug) }),
  ),
  rules: v.array(
    v.strictObject({
      title: LocalLineSchema,
      text: v.pipe(LocalProseSchema, v.description(PLAIN)),
    }),
  ),
  order_limit: v.optional(positive, 6),
  account_limit: v.optional(positive, 12),
  /** Start of sale: first for members, then for everyone. */
  member_sale_starts: time,
  sale_starts: time,
  tiers: v.pipe(
    v.array(
      v.strictObject({ id: assignedId, name: LocalLineSchema, price: yuan, member_price: yuan }),
    ),
    v.minLength(1),
  ),
  shows: v.array(
    v.strictObject({
      id: assignedId,
      hall: slug,
      starts: time,
      note: v.optional(LocalLineSchema),
      features: v.optional(v.array(v.picklist(['captioned', 'relaxed', 'talk'])), []),
      cancelled: v.optional(v.boolean(), false),
      moved: v.optional(v.boolean(), false),
      /** Stock and previous sales of each tier, in the order of `tiers`. */
      stock: v.array(count),
      sold: v.array(count),
    }),
  ),
  body,
})

export const CourseFile = v.strictObject({
  ...item,
  category: slug,
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  summary: LocalProseSchema,
  poster,
  level: v.pipe(
    v.picklist(['open', 'beginner', 'intermediate', 'advanced', 'young']),
    v.description('Audience of the course.'),
  ),
  hours: positive,
  featured: v.optional(v.boolean(), false),
  teachers: v.array(slug),
  /** `book`: dates are booked one by one. `apply`: members apply first. */
  admission: v.picklist(['book', 'apply']),
  application: v.optional(application),
  price: yuan,
  /** Price of a date for members; 0 is free of charge. */
  member_price: yuan,
  booking_opens: time,
  packages: v.array(
    v.strictObject({
      id: assignedId,
      name: LocalLineSchema,
      class_hours: positive,
      permanent: v.boolean(),
      price: yuan,
    }),
  ),
  dates: v.array(
    v.strictObject({
      id: assignedId,
      hall: slug,
      starts: time,
      minutes: positive,
      teacher: slug,
      places: positive,
      booked: count,
      cancelled: v.optional(v.boolean(), false),
    }),
  ),
  body,
})

export const ActivityFile = v.strictObject({
  ...item,
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  summary: LocalProseSchema,
  poster,
  price: yuan,
  places: positive,
  taken: count,
  application,
  dates: v.pipe(
    v.array(v.strictObject({ id: assignedId, hall: slug, starts: time, minutes: positive })),
    v.minLength(1),
  ),
  body,
})

const news = {
  ...item,
  title: LocalLineSchema,
  summary: LocalProseSchema,
  image,
  published_at: v.pipe(time, v.description('When it appears, and its date.')),
  body,
}
export const ArtistNewsFile = v.strictObject({ ...news, artist: v.optional(slug) })
export const CourseNewsFile = v.strictObject({ ...news, course: v.optional(slug) })
export const PerformanceNewsFile = v.strictObject({ ...news, performance: v.optional(slug) })

export const BusinessCaseFile = v.strictObject({
  ...item,
  title: LocalLineSchema,
  client: LocalLineSchema,
  year,
  summary: LocalProseSchema,
  image,
  body,
})
