import * as v from 'valibot'
import { ArtistCardSchema } from './artist.ts'
import { PerformanceStateSchema, ShowStateSchema } from './availability.ts'
import { RichTextSchema } from './blocks.ts'
import { defineEndpoint, defineItemEndpoint } from './endpoint.ts'
import { NewsCardSchema, NewsDetailSchema } from './news.ts'
import { createPageSchema, PagingQuerySchema } from './paging.ts'
import {
  CountSchema,
  FenSchema,
  IdSchema,
  ImageSchema,
  LanguagesSchema,
  LineSchema,
  PlaceSchema,
  QueryIdSchema,
  RefSchema,
  TextSchema,
  TimeSchema,
} from './primitives.ts'

/** A performance in lists. `run` spans its shows; null without shows. */
export const PerformanceCardSchema = v.object({
  id: IdSchema,
  langs: LanguagesSchema,
  title: LineSchema,
  subtitle: LineSchema,
  author: LineSchema,
  genre: RefSchema,
  poster: ImageSchema,
  run: v.nullable(v.object({ from: TimeSchema, to: TimeSchema })),
  cities: v.array(RefSchema),
  halls: v.array(RefSchema),
  price_from_fen: v.nullable(FenSchema),
  state: PerformanceStateSchema,
})
export type PerformanceCard = v.InferOutput<typeof PerformanceCardSchema>

export const TierSchema = v.object({
  id: IdSchema,
  name: LineSchema,
  price_fen: FenSchema,
  member_price_fen: FenSchema,
})

/** One dated performance. `places_left` counts all tiers. */
export const ShowSchema = v.object({
  id: IdSchema,
  starts_at: TimeSchema,
  ends_at: TimeSchema,
  place: PlaceSchema,
  note: v.nullable(LineSchema),
  features: v.array(v.picklist(['captioned', 'relaxed', 'talk'])),
  member_sale_starts_at: TimeSchema,
  sale_starts_at: TimeSchema,
  price_from_fen: FenSchema,
  places_left: CountSchema,
  state: ShowStateSchema,
})
export type Show = v.InferOutput<typeof ShowSchema>

const PersonSchema = {
  name: LineSchema,
  artist_id: v.nullable(IdSchema),
}

export const PerformanceDetailSchema = v.object({
  ...PerformanceCardSchema.entries,
  summary: TextSchema,
  mood: LineSchema,
  duration_min: CountSchema,
  intermissions: CountSchema,
  age_min: CountSchema,
  language_note: LineSchema,
  cast: v.array(v.object({ role: LineSchema, ...PersonSchema })),
  creatives: v.array(v.object({ job: LineSchema, ...PersonSchema })),
  rules: v.array(v.object({ title: LineSchema, text: TextSchema })),
  tiers: v.array(TierSchema),
  shows: v.array(ShowSchema),
  body: RichTextSchema,
  artists: v.array(ArtistCardSchema),
  news: v.array(NewsCardSchema),
  related: v.array(PerformanceCardSchema),
  server_time: TimeSchema,
})
export type PerformanceDetail = v.InferOutput<typeof PerformanceDetailSchema>

const TierPlacesSchema = v.object({
  ...TierSchema.entries,
  places_left: CountSchema,
  state: ShowStateSchema,
})

export const getPerformIndex = defineEndpoint('GET', '/api/perform/index', {
  login: 'none',
  data: v.object({
    on_sale: v.array(PerformanceCardSchema),
    coming: v.array(PerformanceCardSchema),
    past: v.array(PerformanceCardSchema),
    tours: v.array(v.object({ city: RefSchema, performances: v.array(PerformanceCardSchema) })),
    news: v.array(NewsCardSchema),
    server_time: TimeSchema,
  }),
})
export type PerformIndex = v.InferOutput<typeof getPerformIndex.data>

export const getPerformList = defineEndpoint('GET', '/api/perform/list', {
  login: 'none',
  query: v.object({
    ...PagingQuerySchema.entries,
    genre_id: v.optional(QueryIdSchema),
    city_id: v.optional(QueryIdSchema),
    state: v.optional(PerformanceStateSchema),
  }),
  data: createPageSchema(PerformanceCardSchema),
})

export const getPerformDetail = defineItemEndpoint('/api/perform/detail', PerformanceDetailSchema)

export const getPerformTicket = defineEndpoint('GET', '/api/perform/ticket', {
  login: 'none',
  query: v.object({ id: QueryIdSchema }),
  data: v.object({
    performance: PerformanceCardSchema,
    order_limit: CountSchema,
    account_limit: CountSchema,
    shows: v.array(v.object({ ...ShowSchema.entries, tiers: v.array(TierPlacesSchema) })),
    server_time: TimeSchema,
  }),
})

export const queryPerformTicket = defineEndpoint('GET', '/api/perform/ticket_query', {
  login: 'none',
  query: v.object({ show_id: QueryIdSchema, tier_id: QueryIdSchema }),
  data: v.object({ show_id: IdSchema, tier: TierPlacesSchema, server_time: TimeSchema }),
})

export const getPerformNewsDetail = defineItemEndpoint('/api/perform/news_detail', NewsDetailSchema)

export const getPerformNewsList = defineEndpoint('GET', '/api/perform/news_list', {
  login: 'none',
  query: PagingQuerySchema,
  data: createPageSchema(NewsCardSchema),
})
