import { HEARD_FROM, type ApplyInfo } from '#api/application.ts'
import type { ApplicationState } from '#api/availability.ts'
import type { Locale } from '#api/language.ts'
import { MAX_WORDS } from '#api/words.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { findApplied } from '../application/find-applied.ts'
import { selectText, type ReadContext } from './texts.ts'

const TEXTS = readTexts('application')

/** Label of an option of "How did you hear about us?". */
export const describeSource = (source: (typeof HEARD_FROM)[number], lang: Locale): string =>
  TEXTS[lang](`application:heard_from_${source}`)

/** An application period and its current state. Times are epoch ms. */
export interface Period {
  state: ApplicationState
  opensAt: number
  closesAt: number
}

interface Application extends Period, ReadContext {
  kind: 'course' | 'activity'
  id: number
  /** The member; null for a visitor. */
  userId: number | null
}

/** Data for the application form of a course or an activity. */
export async function describeApplication(
  db: Reader,
  { kind, id, state, opensAt, closesAt, userId, lang, now }: Application,
): Promise<ApplyInfo> {
  const text = await selectText(db, kind, id, lang)
    .select('title')
    .executeTakeFirstOrThrow(notFound)
  return {
    subject: { id, name: text.title },
    state,
    opens_at: formatTime(opensAt),
    closes_at: formatTime(closesAt),
    applied: userId === null ? null : await findApplied(db, { kind, itemId: id }, userId),
    max_words: MAX_WORDS,
    heard_from: HEARD_FROM.map((value) => ({ value, label: describeSource(value, lang) })),
    server_time: formatTime(now),
  }
}
