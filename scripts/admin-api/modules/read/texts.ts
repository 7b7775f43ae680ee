import { expressionBuilder } from 'kysely'
import type { Locale } from '#api/language.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { CardTexts, DetailTexts, PageTexts, TextKind } from '../../db/texts.ts'
import { notFound } from '../../errors.ts'

/** The language of the texts, and the current time (epoch ms). */
export interface ReadContext {
  lang: Locale
  now: number
}

/** Parses the JSON column with the card of an item. */
export function readCard<K extends TextKind>(_kind: K, card: string): CardTexts[K] {
  return readJson<CardTexts[K]>(card)
}

/** Texts of a kind in one language as a table `text`, to be joined by `text.item_id`. */
export const selectItemTexts = (kind: TextKind, lang: Locale) =>
  expressionBuilder<Tables>()
    .selectFrom('content_text')
    .select(['item_id', 'published', 'title', 'summary', 'card', 'body'])
    .where('kind', '=', kind)
    .where('lang', '=', lang)
    .as('text')

/** The texts of an item in one language. */
export const selectText = (db: Reader, kind: TextKind, id: number, lang: Locale) =>
  db
    .selectFrom('content_text')
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .where('lang', '=', lang)

/** Summary, details and body of an item. @throws RequestError not_found */
export async function loadDetails<K extends TextKind>(
  db: Reader,
  kind: K,
  id: number,
  lang: Locale,
) {
  const row = await selectText(db, kind, id, lang)
    .select(['summary', 'details', 'body'])
    .executeTakeFirstOrThrow(notFound)
  return {
    summary: row.summary,
    details: readJson<DetailTexts[K]>(row.details),
    body: readJson(row.body),
  }
}

/** The data of a singleton page. @throws RequestError not_found */
export async function loadPage<K extends keyof PageTexts>(
  db: Reader,
  key: K,
  lang: Locale,
): Promise<PageTexts[K]> {
  const row = await db
    .selectFrom('page')
    .select('data')
    .where('key', '=', key)
    .where('lang', '=', lang)
    .executeTakeFirstOrThrow(notFound)
  return readJson<PageTexts[K]>(row.data)
}
