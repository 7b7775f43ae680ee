import * as v from 'valibot'
import { RichTextSchema } from './blocks.ts'
import { defineEndpoint, defineItemEndpoint } from './endpoint.ts'
import { NewsCardSchema, NewsDetailSchema } from './news.ts'
import { createPageSchema, PagingQuerySchema } from './paging.ts'
import {
  IdSchema,
  ImageSchema,
  LanguagesSchema,
  LineSchema,
  QueryIdSchema,
  RefSchema,
  TextSchema,
  YearSchema,
} from './primitives.ts'

export const ArtistCardSchema = v.object({
  id: IdSchema,
  langs: LanguagesSchema,
  name: LineSchema,
  latin_name: LineSchema,
  group: v.picklist(['master', 'ensemble']),
  discipline: RefSchema,
  born: v.nullable(YearSchema),
  died: v.nullable(YearSchema),
  line: LineSchema,
  portrait: ImageSchema,
})
export type ArtistCard = v.InferOutput<typeof ArtistCardSchema>

export const ArtistDetailSchema = v.object({
  ...ArtistCardSchema.entries,
  summary: TextSchema,
  works: v.array(
    v.object({
      title: LineSchema,
      role: LineSchema,
      year: v.nullable(YearSchema),
      performance_id: v.nullable(IdSchema),
    }),
  ),
  body: RichTextSchema,
  news: v.array(NewsCardSchema),
})
export type ArtistDetail = v.InferOutput<typeof ArtistDetailSchema>

export const getArtistConfig = defineEndpoint('GET', '/api/artist/config', {
  login: 'none',
  data: v.object({
    season: v.object({
      title: LineSchema,
      subtitle: LineSchema,
      summary: TextSchema,
      hero: ImageSchema,
      artists: v.array(ArtistCardSchema),
    }),
    disciplines: v.array(RefSchema),
  }),
})
export type ArtistConfig = v.InferOutput<typeof getArtistConfig.data>

export const getArtistList = defineEndpoint('GET', '/api/artist/artist_list', {
  login: 'none',
  query: v.object({ ...PagingQuerySchema.entries, discipline_id: v.optional(QueryIdSchema) }),
  data: createPageSchema(ArtistCardSchema),
})

export const getArtistNewsList = defineEndpoint('GET', '/api/artist/news_list', {
  login: 'none',
  query: v.object({ ...PagingQuerySchema.entries, artist_id: v.optional(QueryIdSchema) }),
  data: createPageSchema(NewsCardSchema),
})

export const getArtistDetail = defineItemEndpoint('/api/artist/artist_detail', ArtistDetailSchema)

export const getArtistNewsDetail = defineItemEndpoint('/api/artist/news_detail', NewsDetailSchema)
