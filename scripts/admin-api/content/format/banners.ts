import * as v from 'valibot'
import { HrefSchema } from '#api/primitives.ts'
import { image, item, LocalLineSchema, slug } from './fields.ts'

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
