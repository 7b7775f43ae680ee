import type { Generated } from 'kysely'
import type { Locale } from '#api/language.ts'
import type { Block } from '#api/blocks.ts'
import type { NewsKind } from '#api/news.ts'
import type { PageTexts, TextKind } from './texts.ts'
import type { Json } from './json.ts'
import type { MemberTables } from './member-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { OrderTables } from './order-tables.ts'
import type { PersonalDataTables } from './personal-data-tables.ts'
import type { PublishingTables } from './publishing-tables.ts'
import type { SandboxTables } from './sandbox-tables.ts'

// Times are epoch milliseconds, money is fen, flags are 0 or 1. Items that vanish from the content
// keep their row with `published` 0, because orders may point at them.

/** A text in every locale; the importer fills a missing one from the other. */
export type Local = Record<Locale, string>
type Name = Json<Local>
type Flag = 0 | 1

interface Row {
  id: number
  published: Flag
}
interface Named extends Row {
  slug: string
  name: Name
  position: number
}
interface Item extends Row {
  slug: string
  langs: Json<Locale[]>
}

/**
 * Rules that concern more rows than one, such as a number of codes in an hour. Each has a row of its own,
 * because the engine that lets transactions run at the same time locks rows. A step of the schema adds it.
 */
export type WriteLock = 'codes' | 'content'

export interface Tables
  extends
    MemberTables,
    MessageTables,
    OrderTables,
    PersonalDataTables,
    PublishingTables,
    SandboxTables {
  setting: { key: string; value: string }
  city: Named
  venue: Named & { city_id: number; address: Name; transport: Name }
  hall: Named & { venue_id: number; seats: number }
  genre: Named
  discipline: Named
  category: Named & { summary: Name }
  artist: Item & {
    group: 'master' | 'ensemble'
    discipline_id: number
    born: number | null
    died: number | null
  }
  performance: Item & {
    genre_id: number
    duration_min: number
    intermissions: number
    age_min: number
    order_limit: number
    account_limit: number
    member_sale_starts_at: number
    sale_starts_at: number
  }
  performance_artist: { performance_id: number; artist_id: number; position: number }
  tier: Row & {
    performance_id: number
    name: Name
    price_fen: number
    member_price_fen: number
    position: number
  }
  show: Row & {
    performance_id: number
    hall_id: number
    starts_at: number
    ends_at: number
    note: Name | null
    features: Json<('captioned' | 'relaxed' | 'talk')[]>
    cancelled: Flag
    moved: Flag
  }
  show_tier: {
    show_id: number
    tier_id: number
    stock: number
    held: number
    sold: number
    /** How many the content said were sold before; the rest of `sold` was sold here. */
    sold_before: number
  }
  course: Item & {
    category_id: number
    level: 'open' | 'beginner' | 'intermediate' | 'advanced' | 'young'
    hours: number
    featured: Flag
    admission: 'book' | 'apply'
    application_opens_at: number | null
    application_closes_at: number | null
    price_fen: number
    member_price_fen: number
    booking_opens_at: number
  }
  course_teacher: { course_id: number; artist_id: number; position: number }
  course_package: Row & {
    course_id: number
    name: Name
    class_hours: number
    permanent: Flag
    price_fen: number
    position: number
  }
  course_date: Row & {
    course_id: number
    hall_id: number
    teacher_id: number
    starts_at: number
    ends_at: number
    places: number
    held: number
    booked: number
    booked_before: number
    cancelled: Flag
  }
  activity: Item & {
    price_fen: number
    places: number
    taken: number
    taken_before: number
    opens_at: number
    closes_at: number
  }
  activity_date: Row & {
    activity_id: number
    hall_id: number
    starts_at: number
    ends_at: number
  }
  news: Item & { kind: NewsKind; subject_id: number | null; published_at: number }
  business_case: Item & { year: number }
  member_package: Row & {
    name: Name
    summary: Name
    benefits: Json<Record<Locale, string[]>>
    months: number
    price_fen: number
    position: number
  }
  /** `data` is JSON of `PageTexts[key]`; only `db/read-texts.ts` reads it. */
  page: { key: keyof PageTexts; lang: Locale; data: string }
  /** `card` and `details` are JSON of `CardTexts[kind]` and `DetailTexts[kind]`, read there too. */
  content_text: {
    kind: TextKind
    item_id: number
    lang: Locale
    published: Flag
    title: string
    summary: string
    card: string
    details: string
    body: Json<Block[]>
  }
  media: {
    name: string
    source: string
    mime: string
    width: number
    height: number
    duration_s: number | null
    bytes: number
    /** The last import that wrote it: of files with the same source the newest counts. */
    imported_at: Generated<number>
  }
  legal_file: { name: string; hash: string }
  /** An item in both languages as it is searched; `modules/search/document-id.ts` makes its id. */
  search_doc: {
    id: number
    /** Of the texts and of the way that they are parted into words. */
    hash: string
    /** Folded texts, a line each. */
    title: string
    names: string
    lead: string
    body: string
    /** Pinyin and initials of the titles, a line each. */
    sound: string
  }
  /** What finds a document; `modules/search/tokens.ts` makes the tokens. */
  search_token: {
    part: SearchPart
    token: string
    document: number
    /** Where the token is, the best place first: 0 title, 1 names, 2 lead, 3 body. */
    level: number
  }
  /** Rows that transactions lock whose rules concern more than one row; see `locks.ts`. */
  write_lock: { name: WriteLock }
  upload_lock: {
    upload_key: string
    /** The request that holds the lock, a random id. */
    holder: string
    /** When it ends by itself, should the holder be gone. */
    expires_at: number
    /** Whether another request waits for it. */
    is_wanted: 0 | 1
  }
}

/** The index of a token: titles and names, their sounds, or all texts. */
export type SearchPart = 'title' | 'sound' | 'text'
