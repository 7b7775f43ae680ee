import * as v from 'valibot'
import { body } from './blocks.ts'
import { image, item, line, LocalLineSchema, LocalProseSchema, slug, year } from './fields.ts'

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
