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

/** JSON of what content says of its window; what it leaves out is left out. */
export function writeVisibility(data: unknown): string {
  const given: Record<string, unknown> = Object(data)
  return JSON.stringify(given, Object.keys(WindowSchema.entries))
}

/** From when and by whom content is looked at. */
export interface Viewpoint {
  /** Epoch ms that relative times count from. */
  firstStart: number
  /** Epoch ms. */
  now: number
  /** `public`: visitors. `unpublished`: a preview, where drafts and scheduled items are shown. */
  audience: 'public' | 'unpublished'
}

/** What an item is at a moment; `hidden` is what staff took off the site. */
export type PublicState = 'shown' | 'scheduled' | 'draft' | 'expired' | 'hidden'

/** What is shown to whom. */
const SHOWN: Record<Viewpoint['audience'], ReadonlySet<PublicState>> = {
  public: new Set(['shown']),
  unpublished: new Set(['shown', 'scheduled', 'draft']),
}

/** Whether an item is public at a moment, and why not. */
export function readPublicState(
  { published, draft, published_at: from, expires_at: until }: Window,
  { firstStart, now }: Omit<Viewpoint, 'audience'>,
): PublicState {
  if (!published) return 'hidden'
  if (until !== undefined && now >= resolveTime(until, firstStart)) return 'expired'
  if (draft) return 'draft'
  if (from !== undefined && now < resolveTime(from, firstStart)) return 'scheduled'
  return 'shown'
}

/** Whether an item is shown to an audience at a moment. */
export const isVisible = (item: Window, viewpoint: Viewpoint): boolean =>
  SHOWN[viewpoint.audience].has(readPublicState(item, viewpoint))
