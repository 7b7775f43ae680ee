import { HEARD_FROM, MAX_WORDS } from '#api/application.ts'
import type { ApplyInfo } from '#api/application.ts'
import type { ApplicationState } from '#api/availability.ts'
import type { Locale } from '#api/language.ts'
import type { Database } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { findApplied } from '../application/find-applied.ts'

/** The answers to "how you knew us" in words. */
export const HEARD_FROM_LABELS: Record<(typeof HEARD_FROM)[number], Record<Locale, string>> = {
  friend: { 'zh-cn': '朋友推荐', en: 'A friend told me' },
  social_media: { 'zh-cn': '社交媒体', en: 'Social media' },
  official_account: { 'zh-cn': '公众号', en: 'Your official account' },
  website: { 'zh-cn': '官网等', en: 'Your website or another one' },
  other: { 'zh-cn': '其他', en: 'Other' },
}

/** When something takes applications, and whether it does now. Times are epoch ms. */
export interface Period {
  state: ApplicationState
  opensAt: number
  closesAt: number
}

interface Application extends Period {
  kind: 'course' | 'activity'
  id: number
  /** Who asks, null for a visitor. */
  userId: number | null
  lang: Locale
  now: number
}

/** What both application forms need. */
export async function describeApplication(
  db: Database,
  { kind, id, state, opensAt, closesAt, userId, lang, now }: Application,
): Promise<ApplyInfo> {
  const text = await db.query
    .selectFrom('content_text')
    .select('title')
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .where('lang', '=', lang)
    .executeTakeFirstOrThrow(notFound)
  return {
    subject: { id, name: text.title },
    state,
    opens_at: formatTime(opensAt),
    closes_at: formatTime(closesAt),
    applied: userId === null ? null : findApplied(db, { kind, itemId: id }, userId),
    max_words: MAX_WORDS,
    heard_from: HEARD_FROM.map((value) => ({ value, label: HEARD_FROM_LABELS[value][lang] })),
    server_time: formatTime(now),
  }
}
