import type { Locale } from '#api/language.ts'
import { writeJson } from '../../db/json.ts'
import type { MediaMap } from '../blocks.ts'
import type { WriteRow } from '../planned-rows.ts'
import type { Noun, SlugIndex } from '../index-slugs.ts'
import { fillText } from '../local.ts'
import type { LocalizedText } from '../local.ts'
import { resolveTime } from '../times.ts'
import { isVisible, type Viewpoint } from '../visibility.ts'

/** Context of the writers, each of which converts an item into its rows. */
export interface ImportContext extends Viewpoint {
  write: WriteRow
  slugs: SlugIndex
  /** Hashes of the legal files by their names. */
  legal: ReadonlyMap<string, string>
  media: MediaMap
}

/** The id of a slug that was checked before. */
export function findId({ slugs }: ImportContext, noun: Noun, slug: string): number {
  const entry = slugs[noun].get(slug)
  if (!entry) throw new Error(`no ${noun} "${slug}"`)
  return entry.id
}

/** The id to link to; null if the item is not visible. */
export function findLink(
  context: ImportContext,
  noun: Noun,
  slug: string | undefined,
): number | null {
  const entry = slug === undefined ? undefined : context.slugs[noun].get(slug)
  if (!entry) return null
  return entry.window === undefined || isVisible(entry.window, context) ? entry.id : null
}

export const readTime = ({ firstStart }: ImportContext, expression: string) =>
  resolveTime(expression, firstStart)
export const toFlag = (value: boolean) => (value ? 1 : 0)
export const toFen = (yuan: number) => Math.round(yuan * 100)
export const toName = (localized: LocalizedText) => writeJson(fillText(localized))
export const toLangs = (langs: Locale[]) => writeJson(langs)
