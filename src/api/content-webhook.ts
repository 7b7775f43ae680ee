import * as v from 'valibot'

// The event that an API sends to `POST /hooks/content` of the site when content has changed, signed
// according to Standard Webhooks; docs/own-admin-api.md has examples.

/** Kinds of items that a webhook can name; any other kind refreshes everything. */
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

/** The only event. None of its fields is used in a URL, a path or a command. */
export const ContentEventSchema = v.object({ type: v.literal('content.changed') })

/** The changed items of an event. Without them, or with some omitted, everything is refreshed. */
export const ContentChangesSchema = v.object({
  data: v.object({
    changes: v.pipe(
      v.array(
        v.object({
          kind: v.pipe(v.string(), v.maxLength(40)),
          id: v.pipe(v.number('expected a number, not in quotes'), v.safeInteger()),
          /** `due` for a scheduled change, which does not end a rollback. */
          action: v.optional(v.string(), 'changed'),
        }),
      ),
      v.minLength(1),
    ),
    omitted: v.optional(v.literal(0)),
  }),
})
