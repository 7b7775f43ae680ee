import * as v from 'valibot'
import { HeadingFamilySchema, SealSchema, TextFamilySchema } from '#api/brand.ts'
import { DEFAULT_TIME_ZONE, HrefSchema, TimeZoneSchema } from '#api/primitives.ts'
import { HomeActsSchema, SECTIONS, SectionsSchema } from '#api/sections.ts'
import { ThemeSchema } from '#api/theme.ts'
import {
  assignedId,
  image,
  line,
  LocalLineSchema,
  LocalProseSchema,
  media,
  named,
  positive,
  slug,
  yuan,
  LocalFileSchema,
} from './fields.ts'

export const SiteFile = v.strictObject({
  name: LocalLineSchema,
  tagline: LocalLineSchema,
  closing_line: LocalLineSchema,
  time_zone: v.optional(TimeZoneSchema, DEFAULT_TIME_ZONE),
  brand: v.optional(
    v.strictObject({
      mark: v.optional(LocalLineSchema),
      second_mark: v.optional(line),
      seal: v.optional(SealSchema),
      logo: v.optional(image),
      favicon: v.optional(v.strictObject({ file: media })),
      theme: v.optional(ThemeSchema, {}),
      fonts: v.optional(
        v.strictObject({
          heading_family: v.optional(HeadingFamilySchema, 'cormorant'),
          text_family: v.optional(TextFamilySchema, 'source-serif'),
          display_font: v.optional(v.strictObject({ file: media })),
        }),
        {},
      ),
    }),
    {},
  ),
  sections: v.optional(SectionsSchema, [...SECTIONS]),
  home_acts: v.optional(HomeActsSchema),
  foot_content: v.array(LocalProseSchema),
  phone: line,
  email: v.pipe(line, v.email()),
  record_number: v.optional(line),
  user_agreement_file: LocalFileSchema,
  privacy_policy_file: LocalFileSchema,
  seo_title: LocalLineSchema,
  seo_description: LocalProseSchema,
  seo_keywords: LocalLineSchema,
  share_image: image,
  links: v.array(v.strictObject({ id: assignedId, label: LocalLineSchema, href: HrefSchema })),
  membership: v.strictObject({ line: LocalProseSchema, offer: LocalProseSchema }),
  cities: v.array(named),
  default_city: slug,
  venues: v.array(
    v.strictObject({
      id: assignedId,
      slug,
      city: slug,
      name: LocalLineSchema,
      address: LocalLineSchema,
      transport: LocalProseSchema,
      halls: v.array(v.strictObject({ ...named.entries, seats: positive })),
    }),
  ),
  genres: v.array(named),
  disciplines: v.array(named),
  course_categories: v.array(v.strictObject({ ...named.entries, summary: LocalProseSchema })),
  recommended_searches: v.array(LocalLineSchema),
  member_packages: v.array(
    v.strictObject({
      id: assignedId,
      name: LocalLineSchema,
      summary: LocalProseSchema,
      benefits: v.array(LocalLineSchema),
      months: positive,
      price: yuan,
    }),
  ),
})
