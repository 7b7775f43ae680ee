import * as v from 'valibot'
import { RichTextSchema } from './blocks.ts'
import {
  IdSchema,
  ImageSchema,
  LanguagesSchema,
  LineSchema,
  RefSchema,
  TextSchema,
  TimeSchema,
} from './primitives.ts'

export const NewsKindSchema = v.picklist(['artist', 'course', 'performance'])
export type NewsKind = v.InferOutput<typeof NewsKindSchema>

/** A news item in lists. `subject` is the artist, course or performance. */
export const NewsCardSchema = v.object({
  kind: NewsKindSchema,
  id: IdSchema,
  langs: LanguagesSchema,
  title: LineSchema,
  summary: TextSchema,
  image: ImageSchema,
  published_at: TimeSchema,
  subject: v.nullable(RefSchema),
})
export type NewsCard = v.InferOutput<typeof NewsCardSchema>

const NeighbourSchema = v.nullable(v.object({ id: IdSchema, title: LineSchema }))

/** A news item with its body; `older` and `newer` are its neighbours of the same kind. */
export const NewsDetailSchema = v.object({
  ...NewsCardSchema.entries,
  body: RichTextSchema,
  older: NeighbourSchema,
  newer: NeighbourSchema,
})
export type NewsDetail = v.InferOutput<typeof NewsDetailSchema>
