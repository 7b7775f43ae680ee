import * as v from 'valibot'
import type { ContentKind } from '#api/content-webhook.ts'
import { HrefSchema } from '#api/primitives.ts'
import { body } from './format/blocks.ts'
import { image, item, LocalLineSchema, LocalProseSchema, slug } from './format/fields.ts'
import {
  ActivityFile,
  ArtistFile,
  ArtistNewsFile,
  BusinessCaseFile,
  CourseFile,
  CourseNewsFile,
  PerformanceFile,
  PerformanceNewsFile,
} from './format/items.ts'
import { SiteFile } from './format/site.ts'

// The format of a content folder: one YAML file per item, with texts in both languages side by side.

const page = {
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  summary: LocalProseSchema,
  hero: image,
}
const AboutFile = v.strictObject({ ...page, body })
const BusinessFile = v.strictObject({
  ...page,
  body,
  enquiry: v.strictObject({ label: LocalLineSchema, href: HrefSchema, note: LocalLineSchema }),
})
const CalendarFile = v.strictObject(page)
const SeasonFile = v.strictObject({ ...page, artists: v.array(slug) })

const BannersFile = v.strictObject({
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

/** Folders of items with one file per item. The file name is the slug that other files refer to. */
export const ITEM_FOLDERS = {
  artists: ArtistFile,
  performances: PerformanceFile,
  courses: CourseFile,
  activities: ActivityFile,
  'artist-news': ArtistNewsFile,
  'course-news': CourseNewsFile,
  'performance-news': PerformanceNewsFile,
  'business-cases': BusinessCaseFile,
} as const satisfies Record<ContentKind, v.GenericSchema>

/** Single files at the root of the folder. */
export const SINGLE_FILES = {
  'site.yaml': SiteFile,
  'banners.yaml': BannersFile,
  'about.yaml': AboutFile,
  'business.yaml': BusinessFile,
  'calendar.yaml': CalendarFile,
  'season.yaml': SeasonFile,
} as const

export type ItemKind = keyof typeof ITEM_FOLDERS
export type PageFile = keyof typeof SINGLE_FILES
/** Kinds of content: `pages` are the single files, the others are folders of items. */
export type SourceKind = 'pages' | ItemKind
