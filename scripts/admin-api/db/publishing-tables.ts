import type { Generated } from 'kysely'

// Times are epoch milliseconds.

export interface PublishingTables {
  /** A piece of content as it was given, with what staff set since. */
  content_source: {
    kind: string
    id: number
    slug: string
    published: 0 | 1
    /** JSON of the content's own form, edits laid over it. */
    data: string
    /** JSON of when it is shown: what `content/visibility.ts` reads. */
    visibility: string
    /** JSON: the name of each media file by its path in the folder. */
    media: string
    /** JSON of what staff set; see `content/edits.ts`. */
    edits: string
    /** Of all rows that were written from it. */
    hash: string
  }
  /** When answers about a piece of content change by time alone; `at` is epoch ms. */
  content_moment: { kind: string; item_id: number; at: number }
  /** The number of each name in the content; see `content/number-content.ts`. */
  content_number: {
    kind: string
    /** The item that a part belongs to, 0 for all others. */
    owner: number
    name: string
    id: number
    /** Whether the content had it at the last import. */
    is_current: 0 | 1
    title: string
  }
  /** Media files that were read before; unchanged ones are not read again. */
  media_source: { path: string; stamp: string; name: string }
  /** News of changes for the site, at most one of them waiting. */
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
