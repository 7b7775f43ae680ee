import type { Generated } from 'kysely'
import type { Locale } from '#api/language.ts'
import type { Block } from '#api/blocks.ts'
import type { NewsKind } from '#api/news.ts'
import type { Edit } from '../content/edits.ts'
import type { IdKind } from '../content/parts.ts'
import type { SourceKind } from '../content/format.ts'
import type { PageTexts, TextKind } from './texts.ts'
import type { Json } from './json.ts'
import type { MemberTables } from './member-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { OrderTables } from './order-tables.ts'
import type { SandboxTables } from './sandbox-tables.ts'

// Times are epoch milliseconds, money is in fen, flags are 0 or 1. Items that are removed from the content
// keep their row with `published` 0, because orders may reference it.

/** A text in every locale; the importer fills a missing translation from the other language. */
export type Local = Record<Locale, string>
type Name = Json<Local>
type Flag = 0 | 1

/** A change of content that the site is notified of. */
export interface ContentChange {
  /** A folder of the content, or `pages`. */
  kind: string
  id: number
  /** `due`: the visible state changed by time, without an edit. */
  action: 'changed' | 'removed' | 'due'
}

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
 * Locks for invariants over several rows, such as the number of codes per hour. Each has a row of its own,
 * because PostgreSQL runs transactions concurrently and locks rows. A migration adds the row.
 */
export type WriteLock = 'codes' | 'content'

export interface Tables extends MemberTables, MessageTables, OrderTables, SandboxTables {
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
    /** Sales before the import, as stated in the content; the rest of `sold` was sold here. */
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
  /** `data` is JSON of `PageTexts[key]`; read it with `modules/read/texts.ts`. */
  page: { key: keyof PageTexts; lang: Locale; data: string }
  /** `card` and `details` are JSON of `CardTexts[kind]` and `DetailTexts[kind]`. */
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
    /** A hash of the content and the extension. */
    name: string
    /** The file it was made from, as a path below `media/` of the content folder. */
    source: string
    mime: string
    width: number
    height: number
    duration_s: number | null
    bytes: number
    /** The last import that wrote it; of several files with the same source the newest counts. */
    imported_at: Generated<number>
  }
  legal_file: { name: string; hash: string }
  /** A content item as imported, with later staff edits. */
  content_source: {
    kind: SourceKind
    id: number
    slug: string
    published: 0 | 1
    /** JSON of the item in the content format, with edits applied. */
    data: string
    /** JSON of the fields that decide when it is visible; see `content/visibility.ts`. */
    visibility: string
    /** Stored name of each media file by its path in the folder. */
    media: Json<Record<string, string>>
    edits: Json<Edit[]>
    /** Hash of all rows that were written from it. */
    hash: string
  }
  /** Times at which responses about an item change without an edit. */
  content_moment: { kind: SourceKind; item_id: number; at: number }
  /** The id of each name in the content; see `content/assign-ids.ts`. */
  content_number: {
    kind: IdKind
    /** The item that a part belongs to; 0 for items. */
    owner: number
    name: string
    id: number
    /** Whether the last imported content has it. */
    is_current: 0 | 1
    title: string
  }
  /** Imported media files; unchanged ones are not processed again. */
  media_source: { path: string; stamp: string; name: string }
  /** Webhook deliveries of content changes, at most one of them waiting. */
  content_delivery: {
    id: string
    state: Generated<'waiting' | 'delivered' | 'joined' | 'given_up'>
    version: string
    changes: Json<ContentChange[]>
    created_at: number
    tries: Generated<number>
    next_try_at: number
    ended_at: number | null
    fault: string | null
  }
  /** A searchable item with its texts in both languages; `modules/search/document-id.ts` makes its id. */
  search_doc: {
    id: number
    /** Hash of the texts and the version of the tokenizer. */
    hash: string
    /** Case-folded texts, one per line. */
    title: string
    names: string
    lead: string
    body: string
    /** Pinyin and initials of the titles, one per line. */
    sound: string
  }
  /** Tokens of a document, made by `modules/search/tokens.ts`. */
  search_token: {
    part: SearchPart
    token: string
    document: number
    /** Best field that contains the token: 0 title, 1 names, 2 lead, 3 body. */
    level: number
  }
  /** One row per lock; see `locks.ts`. */
  write_lock: { name: WriteLock }
  upload_lock: {
    upload_key: string
    /** The request that holds the lock, a random id. */
    holder: string
    /** Expiry, in case the holder has crashed. */
    expires_at: number
    /** Whether another request waits for it. */
    is_wanted: 0 | 1
  }
}

/** The part of the search index: titles and names, their pinyin, or all texts. */
export type SearchPart = 'title' | 'sound' | 'text'
