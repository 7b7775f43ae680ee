import { HEARD_FROM, MAX_WORDS } from '#api/application.ts'
import type { ApplyInfo } from '#api/application.ts'
import type { ApplicationState } from '#api/availability.ts'
import type { Locale } from '#api/language.ts'
import type { Database } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../house-time.ts'

const LABELS: Record<(typeof HEARD_FROM)[number], Record<Locale, string>> = {
  friend: { 'zh-cn': '朋友推荐', en: 'A friend told me' },
  social_media: { 'zh-cn': '社交媒体', en: 'Social media' },
  official_account: { 'zh-cn': '公众号', en: 'Your official account' },
  website: { 'zh-cn': '官网等', en: 'Your website or another one' },
  other: { 'zh-cn': '其他', en: 'Other' },
}

interface Application {
  kind: 'course' | 'activity'
  id: number
  state: ApplicationState
  opensAt: number
  closesAt: number
  lang: Locale
  now: number
}

/** What both application forms need; nobody has applied until there are members. */
export async function describeApplication(
  { query }: Database,
  { kind, id, state, opensAt, closesAt, lang, now }: Application,
): Promise<ApplyInfo> {
  const text = await query
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
    applied: null,
    max_words: MAX_WORDS,
    heard_from: HEARD_FROM.map((value) => ({ value, label: LABELS[value][lang] })),
    server_time: formatTime(now),
  }
}
