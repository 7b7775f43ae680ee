import * as v from 'valibot'
import { body } from './blocks.ts'
import { image, item, LocalLineSchema, LocalProseSchema, slug, time } from './fields.ts'

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
