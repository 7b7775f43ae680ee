import * as v from 'valibot'
import { body } from './blocks.ts'
import {
  count,
  assignedId,
  item,
  LocalLineSchema,
  LocalProseSchema,
  positive,
  poster,
  slug,
  time,
  yuan,
} from './fields.ts'

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
  rules: v.array(v.strictObject({ title: LocalLineSchema, text: LocalProseSchema })),
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
