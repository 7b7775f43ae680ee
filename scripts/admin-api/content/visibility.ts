import * as v from 'valibot'
import { time } from './format/fields.ts'
import { resolveTime } from './times.ts'

/** Fields of an item that decide when it is public. Times are expressions of the content format. */
export const WindowSchema = v.object({
  published: v.optional(v.boolean(), true),
  draft: v.optional(v.boolean(), false),
  published_at: v.optional(time),
  expires_at: v.optional(time),
})
export type Window = v.InferOutput<typeof WindowSchema>

/** Reads the window of stored content. */
export const readWindow = (data: unknown): Window => v.parse(WindowSchema, data)

/** JSON of the window of an item, without defaults. */
export function writeVisibility(data: unknown): string {
  const fields: Record<string, unknown> = Object(data)
  return JSON.stringify(fields, Object.keys(WindowSchema.entries))
}

/** The time and audience for which content is shown. */
export interface Viewpoint {
  /** Base of relative times, epoch ms. */
  firstStart: number
  /** Epoch ms. */
  now: number
  /** `public`: visitors. `unpublished`: a preview that includes drafts and scheduled items. */
  audience: 'public' | 'unpublished'
}

/** Publication state of an item; `hidden` means that `published` is false. */
export type PublicState = 'shown' | 'scheduled' | 'draft' | 'expired' | 'hidden'

/** The publication state of an item at a time. */
export function getPublicState(
  { published, draft, published_at: from, expires_at: until }: Window,
  { firstStart, now }: Omit<Viewpoint, 'audience'>,
): PublicState {
  if (!published) return 'hidden'
  if (until !== undefined && now >= resolveTime(until, firstStart)) return 'expired'
  if (draft) return 'draft'
  if (from !== undefined && now < resolveTime(from, firstStart)) return 'scheduled'
  return 'shown'
}

/** Whether an item is visible to an audience at a time. */
export function isVisible(item: Window, viewpoint: Viewpoint): boolean {
  const state = getPublicState(item, viewpoint)
  const isPreviewed = state === 'scheduled' || state === 'draft'
  return state === 'shown' || (isPreviewed && viewpoint.audience === 'unpublished')
}
