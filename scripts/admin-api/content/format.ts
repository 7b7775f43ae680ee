import * as v from 'valibot'
import { HrefSchema } from '#api/primitives.ts'

// The form of a content folder: one YAML file an item, every text in both languages side by side.
// The demo content has this form, and `npm run admin -- content import DIR` reads any other folder of it.

const identifier = v.pipe(v.number(), v.integer(), v.minValue(1))
const slug = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a slug: a-z, 0-9, -'))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const positive = v.pipe(v.number(), v.integer(), v.minValue(1))
const year = v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(9999))
/** Money is written in yuan, with at most two decimals, and stored in fen. */
const yuan = v.pipe(
  v.number(),
  v.minValue(0),
  v.check((value) => Number.isInteger(Math.round(value * 1000) / 10), 'at most two decimals'),
)

/** `+2w sat 19:30`, `-10d 14:00` (from the first start, house time) or ISO 8601 with offset. */
export const TIME_PATTERN =
  /^(?:([+-]\d{1,3})w (mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):([0-5]\d)|([+-]\d{1,4})d ([01]\d|2[0-3]):([0-5]\d)|\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d|Z))$/
const time = v.pipe(
  v.string(),
  v.regex(TIME_PATTERN, 'expected "+2w sat 19:30", "-10d 14:00" or an ISO 8601 time with offset'),
)

const line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))
const prose = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20_000))
const inBoth = (schema: v.GenericSchema<string, string>) =>
  v.pipe(
    v.strictObject({ 'zh-cn': v.optional(schema), en: v.optional(schema) }),
    v.check(
      (texts) => texts['zh-cn'] !== undefined || texts.en !== undefined,
      'expected a text in at least one of zh-cn and en',
    ),
  )

/** One line in both languages. */
export const LocalLineSchema = inBoth(line)
/** Text of some sentences in both languages. */
export const LocalProseSchema = inBoth(prose)

/** A media file of the folder, as a path below `media/`: `performances/teahouse.svg`. */
const media = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]+(\/[a-z0-9.-]+)+$/, 'expected a path below media/'),
)
const file = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9.-]+$/, 'expected a file name below files/'),
)
const image = v.strictObject({ file: media, alt: LocalLineSchema })

// Text of paragraphs, list items and image texts may hold **strong**, *emphasis* and [links](/path).
const Block = v.variant('type', [
  v.strictObject({
    type: v.literal('heading'),
    level: v.optional(v.picklist([2, 3]), 2),
    text: LocalLineSchema,
  }),
  v.strictObject({ type: v.literal('paragraph'), text: LocalProseSchema }),
  v.strictObject({
    type: v.literal('list'),
    style: v.optional(v.picklist(['bulleted', 'numbered']), 'bulleted'),
    items: v.array(LocalProseSchema),
  }),
  v.strictObject({
    type: v.literal('image_text'),
    side: v.optional(v.picklist(['left', 'right']), 'left'),
    image,
    caption: v.optional(LocalLineSchema),
    text: LocalProseSchema,
  }),
  v.strictObject({
    type: v.literal('image'),
    width: v.optional(v.picklist(['text', 'wide']), 'text'),
    image,
    caption: v.optional(LocalLineSchema),
  }),
  v.strictObject({
    type: v.literal('gallery'),
    images: v.pipe(
      v.array(v.strictObject({ ...image.entries, caption: v.optional(LocalLineSchema) })),
      v.minLength(2),
    ),
  }),
  v.strictObject({
    type: v.literal('video'),
    file: media,
    poster: image,
    title: LocalLineSchema,
    caption: v.optional(LocalLineSchema),
    captions: v.optional(v.strictObject({ 'zh-cn': v.optional(media), en: v.optional(media) }), {}),
  }),
  v.strictObject({
    type: v.literal('quote'),
    text: LocalLineSchema,
    source: v.optional(LocalLineSchema),
  }),
  v.strictObject({
    type: v.literal('button'),
    label: LocalLineSchema,
    href: HrefSchema,
    note: v.optional(LocalLineSchema),
  }),
])
export type ContentBlock = v.InferOutput<typeof Block>
const body = v.array(Block)

const item = { id: identifier, published: v.optional(v.boolean(), true) }
const named = v.strictObject({ id: identifier, slug, name: LocalLineSchema })

export const SiteFile = v.strictObject({
  name: LocalLineSchema,
  tagline: LocalLineSchema,
  closing_line: LocalLineSchema,
  foot_content: v.array(LocalProseSchema),
  phone: line,
  email: v.pipe(line, v.email()),
  record_number: v.optional(line),
  user_agreement_file: v.strictObject({ 'zh-cn': file, en: file }),
  privacy_policy_file: v.strictObject({ 'zh-cn': file, en: file }),
  seo_title: LocalLineSchema,
  seo_description: LocalProseSchema,
  seo_keywords: LocalLineSchema,
  share_image: image,
  links: v.array(v.strictObject({ id: identifier, label: LocalLineSchema, href: HrefSchema })),
  membership: v.strictObject({ line: LocalProseSchema, offer: LocalProseSchema }),
  cities: v.array(v.strictObject({ id: identifier, slug, name: LocalLineSchema })),
  default_city: slug,
  venues: v.array(
    v.strictObject({
      id: identifier,
      slug,
      city: slug,
      name: LocalLineSchema,
      address: LocalLineSchema,
      transport: LocalProseSchema,
      halls: v.array(
        v.strictObject({ id: identifier, slug, name: LocalLineSchema, seats: positive }),
      ),
    }),
  ),
  genres: v.array(named),
  disciplines: v.array(named),
  course_categories: v.array(
    v.strictObject({ id: identifier, slug, name: LocalLineSchema, summary: LocalProseSchema }),
  ),
  recommended_searches: v.array(LocalLineSchema),
  member_packages: v.array(
    v.strictObject({
      id: identifier,
      name: LocalLineSchema,
      summary: LocalProseSchema,
      benefits: v.array(LocalLineSchema),
      months: positive,
      price: yuan,
    }),
  ),
})

export const BannersFile = v.strictObject({
  banners: v.array(
    v.strictObject({
      id: identifier,
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

const page = {
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  summary: LocalProseSchema,
  hero: image,
}
export const AboutFile = v.strictObject({ ...page, body })
export const BusinessFile = v.strictObject({
  ...page,
  body,
  enquiry: v.strictObject({ label: LocalLineSchema, href: HrefSchema, note: LocalLineSchema }),
})
export const CalendarFile = v.strictObject(page)
export const SeasonFile = v.strictObject({ ...page, artists: v.array(slug) })

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

export const PerformanceFile = v.strictObject({
  ...item,
  genre: slug,
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  author: LocalLineSchema,
  summary: LocalProseSchema,
  mood: LocalLineSchema,
  poster: image,
  duration_min: positive,
  intermissions: count,
  age_min: count,
  language_note: LocalLineSchema,
  cast: v.array(
    v.strictObject({ role: LocalLineSchema, name: LocalLineSchema, artist: v.optional(slug) }),
  ),
  creatives: v.array(
    v.strictObject({ job: LocalLineSchema, name: LocalLineSchema, artist: v.optional(slug) }),
  ),
  rules: v.array(v.strictObject({ title: LocalLineSchema, text: LocalProseSchema })),
  order_limit: v.optional(positive, 6),
  account_limit: v.optional(positive, 12),
  /** When sale opens: members first, then everyone. */
  member_sale_starts: time,
  sale_starts: time,
  tiers: v.pipe(
    v.array(
      v.strictObject({ id: identifier, name: LocalLineSchema, price: yuan, member_price: yuan }),
    ),
    v.minLength(1),
  ),
  shows: v.array(
    v.strictObject({
      id: identifier,
      hall: slug,
      starts: time,
      note: v.optional(LocalLineSchema),
      features: v.optional(v.array(v.picklist(['captioned', 'relaxed', 'talk'])), []),
      cancelled: v.optional(v.boolean(), false),
      moved: v.optional(v.boolean(), false),
      /** Stock of each tier in the order of `tiers`, and how many of each are sold already. */
      stock: v.array(count),
      sold: v.array(count),
    }),
  ),
  body,
})

const application = v.strictObject({ opens: time, closes: time })

export const CourseFile = v.strictObject({
  ...item,
  category: slug,
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  summary: LocalProseSchema,
  poster: image,
  level: v.picklist(['open', 'beginner', 'intermediate', 'advanced', 'young']),
  hours: positive,
  featured: v.optional(v.boolean(), false),
  teachers: v.array(slug),
  /** `book`: dated times are booked one by one. `apply`: an application form comes first. */
  admission: v.picklist(['book', 'apply']),
  application: v.optional(application),
  price: yuan,
  /** What members pay for one time; 0 is free of charge. */
  member_price: yuan,
  booking_opens: time,
  packages: v.array(
    v.strictObject({
      id: identifier,
      name: LocalLineSchema,
      class_hours: positive,
      permanent: v.boolean(),
      price: yuan,
    }),
  ),
  dates: v.array(
    v.strictObject({
      id: identifier,
      hall: slug,
      starts: time,
      minutes: positive,
      teacher: slug,
      places: positive,
      booked: count,
      cancelled: v.optional(v.boolean(), false),
    }),
  ),
  body,
})

export const ActivityFile = v.strictObject({
  ...item,
  title: LocalLineSchema,
  subtitle: LocalLineSchema,
  summary: LocalProseSchema,
  poster: image,
  price: yuan,
  places: positive,
  taken: count,
  application,
  dates: v.pipe(
    v.array(v.strictObject({ id: identifier, hall: slug, starts: time, minutes: positive })),
    v.minLength(1),
  ),
  body,
})

const news = {
  ...item,
  title: LocalLineSchema,
  summary: LocalProseSchema,
  image,
  published_at: time,
  body,
}
export const ArtistNewsFile = v.strictObject({ ...news, artist: v.optional(slug) })
export const CourseNewsFile = v.strictObject({ ...news, course: v.optional(slug) })
export const PerformanceNewsFile = v.strictObject({ ...news, performance: v.optional(slug) })

export const BusinessCaseFile = v.strictObject({
  ...item,
  title: LocalLineSchema,
  client: LocalLineSchema,
  year,
  summary: LocalProseSchema,
  image,
  body,
})

/** Folders of items: one file an item, its name is the slug that other files refer to. */
export const ITEM_FOLDERS = {
  artists: ArtistFile,
  performances: PerformanceFile,
  courses: CourseFile,
  activities: ActivityFile,
  'artist-news': ArtistNewsFile,
  'course-news': CourseNewsFile,
  'performance-news': PerformanceNewsFile,
  'business-cases': BusinessCaseFile,
} as const

/** Single files at the top of the folder. */
export const SINGLE_FILES = {
  'site.yaml': SiteFile,
  'banners.yaml': BannersFile,
  'about.yaml': AboutFile,
  'business.yaml': BusinessFile,
  'calendar.yaml': CalendarFile,
  'season.yaml': SeasonFile,
} as const
