import { LOCALES, mapLocales, type Locale } from '#api/language.ts'
import { writeJson } from '../../db/json.ts'
import type { CardTexts, DetailTexts, TextKind } from '../../db/texts.ts'
import { resolveBlocks, type MediaMap } from '../blocks.ts'
import type { ContentBlock } from '../format/blocks.ts'
import type { WriteRow } from '../planned-rows.ts'
import type { Noun, SlugIndex } from '../index-slugs.ts'
import { listLanguages, pickText, type LocalizedText } from '../local.ts'
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
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0)
export const toFen = (yuan: number) => Math.round(yuan * 100)
export const toName = (localized: LocalizedText) =>
  writeJson(mapLocales((lang) => pickText(localized, lang)))

/** Fields that the content of all kinds of items has. */
interface Item {
  id: number
  slug: string
  published: boolean
  title: LocalizedText
  summary: LocalizedText
  body: readonly ContentBlock[]
}

export const toItemColumns = ({ id, slug, title, published }: Omit<Item, 'summary' | 'body'>) => ({
  id,
  slug,
  langs: writeJson(listLanguages(title)),
  published: toFlag(published),
})

/** Writes the texts of an item in every language; missing translations come from the other language. */
export function writeTexts<K extends TextKind>(
  { write, media }: ImportContext,
  kind: K,
  { id, published, title, summary, body }: Omit<Item, 'slug'>,
  read: (lang: Locale) => { card: CardTexts[K]; details: DetailTexts[K] },
): void {
  for (const lang of LOCALES) {
    const { card, details } = read(lang)
    write('content_text', ['kind', 'item_id', 'lang'], {
      kind,
      item_id: id,
      lang,
      published: toFlag(published),
      title: pickText(title, lang),
      summary: pickText(summary, lang),
      card: JSON.stringify(card),
      details: JSON.stringify(details),
      body: JSON.stringify(resolveBlocks(body, media, lang)),
    })
  }
}
