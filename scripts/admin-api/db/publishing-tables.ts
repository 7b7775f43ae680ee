import type { Generated } from 'kysely'

// Times are epoch milliseconds.

export interface PublishingTables {
  /** A content item as imported, with later staff edits. */
  content_source: {
    kind: string
    id: number
    slug: string
    published: 0 | 1
    /** JSON of the item in the content format, with edits applied. */
    data: string
    /** JSON of the fields that decide when it is visible; see `content/visibility.ts`. */
    visibility: string
    /** JSON: stored name of each media file by its path in the folder. */
    media: string
    /** JSON of staff edits; see `content/edits.ts`. */
    edits: string
    /** Hash of all rows that were written from it. */
    hash: string
  }
  /** Times at which responses about an item change without an edit. */
  content_moment: { kind: string; item_id: number; at: number }
  /** The id of each name in the content; see `content/assign-ids.ts`. */
  content_number: {
    kind: string
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
    /** JSON of `ContentChange[]`. */
    changes: string
    created_at: number
    tries: Generated<number>
    next_try_at: number
    ended_at: number | null
    fault: string | null
  }
}
