import * as v from 'valibot'
import { time } from './format/fields.ts'
import { resolveTime } from './times.ts'

/** What an item says about when it is public. Times are those of the content, `published_at` included. */
export const WindowSchema = v.object({
  published: v.optional(v.boolean(), true),
  draft: v.optional(v.boolean(), false),
  published_at: v.optional(time),
  expires_at: v.optional(time),
})
export type Window = v.InferOutput<typeof WindowSchema>

/** The window of stored content, given as data of JSON. */
export const readWindow = (data: unknown): Window => v.parse(WindowSchema, data)

/** From when and by whom content is looked at. */
export interface Viewpoint {
  /** Epoch ms that relative times count from. */
  firstStart: number
  /** Epoch ms. */
  now: number
  /** `public`: visitors. `unpublished`: a preview, where drafts and scheduled items are shown. */
  audience: 'public' | 'unpublished'
}

/** Whether an item is shown: published, not a draft, and within its publish and expiry time. */
export function isVisible(item: Window, { firstStart, now, audience }: Viewpoint): boolean {
  const { published, draft, published_at: from, expires_at: until } = item
  if (!published) return false
  if (until !== undefined && now >= resolveTime(until, firstStart)) return false
  if (audience === 'unpublished') return true
  return !draft && (from === undefined || now >= resolveTime(from, firstStart))
}
