import * as v from 'valibot'
import { RichTextSchema } from './blocks.ts'
import { BrandSchema } from './brand.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  DEFAULT_TIME_ZONE,
  HrefSchema,
  IdSchema,
  ImageSchema,
  LanguagesSchema,
  LineSchema,
  LocaleSchema,
  MediaUrlSchema,
  RefSchema,
  TextSchema,
  TimeSchema,
  TimeZoneSchema,
  YearSchema,
} from './primitives.ts'
import { HOME_ACTS, HomeActsSchema, SECTIONS, SectionsSchema } from './sections.ts'
import { SignInSchema } from './sign-in.ts'
import { UploadInfoSchema } from './upload.ts'

const LabelledLinkSchema = v.object({ label: LineSchema, href: HrefSchema })

/** Site settings; the `seo_*` fields are for title and meta elements (spec section 3). */
export const SiteSchema = v.object({
  name: LineSchema,
  tagline: LineSchema,
  closing_line: LineSchema,
  foot_content: RichTextSchema,
  user_agreement_file: MediaUrlSchema,
  privacy_policy_file: MediaUrlSchema,
  seo_title: LineSchema,
  seo_description: TextSchema,
  seo_keywords: v.pipe(v.string(), v.maxLength(500)),
  share_image: ImageSchema,
  phone: v.nullable(LineSchema),
  email: v.nullable(LineSchema),
  record_number: v.nullable(LineSchema),
  membership: v.object({ line: TextSchema, offer: TextSchema }),
  time_zone: v.optional(TimeZoneSchema, DEFAULT_TIME_ZONE),
  brand: v.optional(BrandSchema, {}),
  sections: v.optional(SectionsSchema, [...SECTIONS]),
  home_acts: v.optional(HomeActsSchema, [...HOME_ACTS]),
})
export type Site = v.InferOutput<typeof SiteSchema>

/** Shared init data (spec section 3). `lang` overrides the stored language choice. */
export const InitSchema = v.object({
  citys: v.pipe(v.array(RefSchema), v.minLength(1)),
  default_city: RefSchema,
  site: SiteSchema,
  links: v.array(v.object({ id: IdSchema, ...LabelledLinkSchema.entries })),
  lang: LocaleSchema,
  viewurl: v.pipe(MediaUrlSchema, v.description('Base address of relative media files')),
  upload: UploadInfoSchema,
  sign_in: v.optional(v.array(SignInSchema), []),
  can_log_in: v.pipe(
    v.optional(v.boolean(), true),
    v.description('Whether members can log in; if not, pages have no login and no member features'),
  ),
  can_buy_online: v.pipe(
    v.optional(v.boolean(), true),
    v.description('Whether orders can be paid online; if not, pages refer to the box office'),
  ),
  server_time: TimeSchema,
})
export type Init = v.InferOutput<typeof InitSchema>

export const BannerSchema = v.object({
  id: IdSchema,
  image: ImageSchema,
  eyebrow: LineSchema,
  title: LineSchema,
  subtitle: LineSchema,
  mood: LineSchema,
  facts: v.array(LineSchema),
  period: v.nullable(v.object({ from: TimeSchema, to: TimeSchema })),
  link: LabelledLinkSchema,
})
export type Banner = v.InferOutput<typeof BannerSchema>

/** Header of a page written by the organisation. */
const PageHeadSchema = v.object({
  langs: LanguagesSchema,
  title: LineSchema,
  subtitle: LineSchema,
  summary: TextSchema,
  hero: ImageSchema,
})

export const AboutSchema = v.object({ ...PageHeadSchema.entries, body: RichTextSchema })
export type About = v.InferOutput<typeof AboutSchema>

export const BusinessCaseSchema = v.object({
  id: IdSchema,
  langs: LanguagesSchema,
  title: LineSchema,
  client: LineSchema,
  year: YearSchema,
  summary: TextSchema,
  image: ImageSchema,
  body: RichTextSchema,
})
export type BusinessCase = v.InferOutput<typeof BusinessCaseSchema>

export const BusinessSchema = v.object({
  ...PageHeadSchema.entries,
  body: RichTextSchema,
  cases: v.array(BusinessCaseSchema),
  enquiry: v.object({ ...LabelledLinkSchema.entries, note: LineSchema }),
})
export type Business = v.InferOutput<typeof BusinessSchema>

export const getInit = defineEndpoint('GET', '/api/index/init', { login: 'none', data: InitSchema })

export const getBanner = defineEndpoint('GET', '/api/index/banner', {
  login: 'none',
  data: v.object({ banners: v.array(BannerSchema) }),
})

export const getCalendarBanner = defineEndpoint('POST', '/api/index/calendar', {
  login: 'none',
  data: PageHeadSchema,
})
export type CalendarBanner = v.InferOutput<typeof PageHeadSchema>

export const getAbout = defineEndpoint('GET', '/api/index/about', {
  login: 'none',
  data: AboutSchema,
})

export const getBusiness = defineEndpoint('GET', '/api/index/business', {
  login: 'none',
  data: BusinessSchema,
})
