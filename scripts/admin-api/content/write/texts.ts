import { LOCALES } from '#api/language.ts'
import type { Locale } from '#api/language.ts'
import type { CardTexts, DetailTexts, TextKind } from '../../db/texts.ts'
import { resolveBlocks } from '../blocks.ts'
import type { ContentBlock } from '../format/blocks.ts'
import { toFlag } from './context.ts'
import type { ImportContext } from './context.ts'

interface Texts<K extends TextKind> {
  title: string
  summary: string
  card: CardTexts[K]
  details: DetailTexts[K]
}

/** Writes the texts of an item in every language; missing translations come from the other language. */
export function writeTexts<K extends TextKind>(
  { write, media }: ImportContext,
  kind: K,
  item: { id: number; published: boolean; body: readonly ContentBlock[] },
  read: (lang: Locale) => Texts<K>,
): void {
  for (const lang of LOCALES) {
    const { title, summary, card, details } = read(lang)
    write('content_text', ['kind', 'item_id', 'lang'], {
      kind,
      item_id: item.id,
      lang,
      published: toFlag(item.published),
      title,
      summary,
      card: JSON.stringify(card),
      details: JSON.stringify(details),
      body: JSON.stringify(resolveBlocks(item.body, media, lang)),
    })
  }
}
