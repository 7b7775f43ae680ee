import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { createPageSchema, PagingQuerySchema } from './paging.ts'
import {
  CountSchema,
  IdSchema,
  ImageSchema,
  LineSchema,
  LocaleSchema,
  TextSchema,
  TimeSchema,
} from './primitives.ts'
import { SEARCH_KINDS } from './search-kinds.ts'

export const SearchKindSchema = v.picklist(SEARCH_KINDS)
export type SearchKind = v.InferOutput<typeof SearchKindSchema>

/** The search text, at most 64 characters. */
export const SearchTextSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64))

const MarksSchema = v.array(v.tuple([CountSchema, CountSchema]))

/** A matching sentence, the language of its text, and whether the text is the title in that language. */
const ExcerptSchema = v.object({
  text: LineSchema,
  marks: MarksSchema,
  lang: LocaleSchema,
  is_title: v.optional(v.boolean()),
})
export type SearchExcerpt = v.InferOutput<typeof ExcerptSchema>

/**
 * One search hit. `title_marks` are the matched parts of the title as [start, end) in UTF-16 units;
 * `excerpt` is a matching sentence if the title does not match.
 */
export const SearchHitSchema = v.object({
  kind: SearchKindSchema,
  id: IdSchema,
  title: LineSchema,
  title_marks: MarksSchema,
  summary: TextSchema,
  excerpt: v.optional(v.nullable(ExcerptSchema)),
  image: ImageSchema,
  date: v.nullable(TimeSchema),
})
export type SearchHit = v.InferOutput<typeof SearchHitSchema>

export const getSearchRecommend = defineEndpoint('GET', '/api/search/recommend', {
  login: 'none',
  data: v.object({ words: v.array(LineSchema), items: v.array(SearchHitSchema) }),
})

export const getSearchResults = defineEndpoint('GET', '/api/search/results', {
  login: 'none',
  query: v.object({ q: SearchTextSchema }),
  data: v.object({
    q: LineSchema,
    total: CountSchema,
    groups: v.array(
      v.object({ kind: SearchKindSchema, total: CountSchema, items: v.array(SearchHitSchema) }),
    ),
  }),
})

export const getSearchMoreList = defineEndpoint('GET', '/api/search/morelist', {
  login: 'none',
  query: v.object({ q: SearchTextSchema, kind: SearchKindSchema, ...PagingQuerySchema.entries }),
  data: createPageSchema(SearchHitSchema),
})
