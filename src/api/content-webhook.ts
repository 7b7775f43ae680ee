import * as v from 'valibot'

// What an API sends to `POST /hooks/content` of the site when its content has changed. The signature is
// that of Standard Webhooks; docs/own-admin-api.md has examples.

/** Kinds of items that a webhook can name; a change of any other kind refreshes everything. */
export const CONTENT_KINDS = [
  'artists',
  'performances',
  'courses',
  'activities',
  'artist-news',
  'performance-news',
  'course-news',
  'business-cases',
] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

export const isContentKind = (kind: string): kind is ContentKind =>
  (CONTENT_KINDS as readonly string[]).includes(kind)

/** The only event so far. Nothing of it becomes an address, a path or an argument. */
export const ContentEventSchema = v.object({ type: v.literal('content.changed') })

/** The items that an event names. Without them, or with some left out, everything is refreshed. */
export const ContentChangesSchema = v.object({
  data: v.object({
    changes: v.pipe(
      v.array(
        v.object({
          kind: v.pipe(v.string(), v.maxLength(40)),
          id: v.pipe(v.number(), v.safeInteger()),
        }),
      ),
      v.minLength(1),
    ),
    omitted: v.optional(v.literal(0)),
  }),
})
