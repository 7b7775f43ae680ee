import * as v from 'valibot'
import { HrefSchema } from '#api/primitives.ts'
import { body } from './blocks.ts'
import { image, item, LocalLineSchema, LocalProseSchema, slug } from './fields.ts'

const page = {
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  summary: LocalProseSchema,
  hero: image,
}
export const AboutFile = v.strictObject({ ...page, body })
export const BusinessFile = v.strictObject({
  ...page,
  body,
  enquiry: v.strictObject({ label: LocalLineSchema, href: HrefSchema, note: LocalLineSchema }),
})
export const CalendarFile = v.strictObject(page)
export const SeasonFile = v.strictObject({ ...page, artists: v.array(slug) })

export const BannersFile = v.strictObject({
  banners: v.array(
    v.strictObject({
      ...item,
      performance: v.optional(slug),
      image,
      eyebrow: LocalLineSchema,
      title: LocalLineSchema,
      subtitle: LocalLineSchema,
      mood: LocalLineSchema,
      facts: v.array(LocalLineSchema),
      link: v.strictObject({ label: LocalLineSchema, href: HrefSchema }),
    }),
  ),
})
