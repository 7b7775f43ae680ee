import * as v from 'valibot'
import { ArtistCardSchema } from './artist.ts'
import { CourseDateStateSchema, CourseStateSchema } from './availability.ts'
import { RichTextSchema } from './blocks.ts'
import { defineEndpoint, defineItemEndpoint } from './endpoint.ts'
import { NewsCardSchema, NewsDetailSchema } from './news.ts'
import { createPageSchema, PagingQuerySchema } from './paging.ts'
import {
  CountSchema,
  DaySchema,
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

/** One course date. */
export const CourseDateSchema = v.object({
  id: IdSchema,
  course: RefSchema,
  starts_at: TimeSchema,
  ends_at: TimeSchema,
  place: PlaceSchema,
  teacher: RefSchema,
  price_fen: FenSchema,
  member_price_fen: v.pipe(FenSchema, v.description('In fen; 0 is free of charge for members')),
  capacity: CountSchema,
  places_left: CountSchema,
  admission: v.picklist(['book', 'apply']),
  state: CourseDateStateSchema,
})
export type CourseDate = v.InferOutput<typeof CourseDateSchema>

/** A course in lists. `book`: dates are booked directly. `apply`: an application is required first. */
export const CourseCardSchema = v.object({
  id: IdSchema,
  langs: LanguagesSchema,
  title: LineSchema,
  subtitle: LineSchema,
  summary: TextSchema,
  category: RefSchema,
  poster: ImageSchema,
  level: v.picklist(['open', 'beginner', 'intermediate', 'advanced', 'young']),
  hours: v.pipe(CountSchema, v.description('Class hours in all')),
  teachers: v.array(RefSchema),
  cities: v.array(RefSchema),
  admission: v.picklist(['book', 'apply']),
  price_fen: FenSchema,
  member_price_fen: FenSchema,
  state: CourseStateSchema,
  next_date: v.nullable(CourseDateSchema),
})
export type CourseCard = v.InferOutput<typeof CourseCardSchema>

/** A package of class hours. A permanent package never expires. */
export const CoursePackageSchema = v.object({
  id: IdSchema,
  name: LineSchema,
  class_hours: CountSchema,
  permanent: v.boolean(),
  price_fen: FenSchema,
})
export type CoursePackage = v.InferOutput<typeof CoursePackageSchema>

export const CourseDetailSchema = v.object({
  ...CourseCardSchema.entries,
  application: v.nullable(v.object({ opens_at: TimeSchema, closes_at: TimeSchema })),
  packages: v.array(CoursePackageSchema),
  dates: v.array(CourseDateSchema),
  artists: v.array(ArtistCardSchema),
  body: RichTextSchema,
  news: v.array(NewsCardSchema),
  related: v.array(CourseCardSchema),
  server_time: TimeSchema,
})
export type CourseDetail = v.InferOutput<typeof CourseDetailSchema>

export const getCourseIndex = defineEndpoint('GET', '/api/course/index', {
  login: 'none',
  data: v.object({
    featured: v.array(CourseCardSchema),
    categories: v.array(
      v.object({ ...RefSchema.entries, summary: TextSchema, courses: v.array(CourseCardSchema) }),
    ),
    news: v.array(NewsCardSchema),
    server_time: TimeSchema,
  }),
})

export const getCourseList = defineEndpoint('GET', '/api/course/list', {
  login: 'none',
  query: v.object({
    ...PagingQuerySchema.entries,
    category_id: v.optional(QueryIdSchema),
    city_id: v.optional(QueryIdSchema),
    state: v.optional(CourseStateSchema),
  }),
  data: createPageSchema(CourseCardSchema),
})

export const getCourseDetail = defineItemEndpoint('/api/course/detail', CourseDetailSchema)

export const getCourseDateList = defineEndpoint('GET', '/api/course/datelist', {
  login: 'none',
  query: v.object({
    id: v.optional(QueryIdSchema),
    from: v.optional(DaySchema),
    ...PagingQuerySchema.entries,
  }),
  data: v.object({ ...createPageSchema(CourseDateSchema).entries, server_time: TimeSchema }),
})

export const getCourseNewsDetail = defineItemEndpoint('/api/course/news_detail', NewsDetailSchema)

export const getCourseNewsList = defineEndpoint('GET', '/api/course/news_list', {
  login: 'none',
  query: PagingQuerySchema,
  data: createPageSchema(NewsCardSchema),
})

/** Whether a course date can be booked, with the reason. */
export const ELIGIBILITY_REASONS = [
  'ok_free',
  'ok_class_hour',
  'ok_paid',
  'login_required',
  'already_booked',
  'same_time_booking',
  'full',
  'booking_not_open',
  'ended',
  'cancelled',
  'application_needed',
  'not_sold_online',
] as const

export const getEligibility = defineEndpoint('POST', '/api/course/eligibility', {
  login: 'optional',
  body: v.object({ course_date_id: IdSchema }),
  data: v.object({
    date: CourseDateSchema,
    reason: v.picklist(ELIGIBILITY_REASONS),
    price_fen: FenSchema,
    /** Class hours that the pass would have left after the booking; null without a pass. */
    hours_after: v.nullable(CountSchema),
    cancel_until: TimeSchema,
    /** The member's order of this date, or of another one at the same time. */
    order_no: v.nullable(v.string()),
    server_time: TimeSchema,
  }),
})
