import { hash } from 'node:crypto'
import type { Block } from '#api/blocks.ts'
import type { Tables } from '../../db/tables.ts'
import type { TextKind } from '../../db/texts.ts'
import { foldText } from '../../modules/search/fold.ts'
import { listPinyinForms } from '../../modules/search/pinyin.ts'
import { readPlainText } from '../blocks.ts'

/** Words for each kind, so that 昆曲课程 and "kunqu course" match courses. */
const KIND_WORDS: Record<TextKind, string[]> = {
  performance: ['演出', 'performance show'],
  course: ['课程', 'course class'],
  activity: ['活动', 'event activity'],
  artist: ['艺术家', 'artist'],
  artist_news: ['新闻', 'news'],
  course_news: ['新闻', 'news'],
  performance_news: ['新闻', 'news'],
  business_case: ['商务合作', 'business'],
}
/** Fields that are not text, or the same on many pages. */
const SKIPPED = new Set(['image', 'rules', 'artist_id', 'performance_id'])
/** Fields with names of people and works, which rank just below titles. */
const NAMES = new Set(['author', 'latin_name', 'client', 'name', 'title', 'subtitle'])
interface Texts {
  titles: string[]
  names: string[]
  lead: string[]
  body: string[]
}

function collectStrings(value: unknown, key: string, texts: Texts): void {
  if (typeof value === 'string') (NAMES.has(key) ? texts.names : texts.lead).push(value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    if (!SKIPPED.has(name)) collectStrings(child, Array.isArray(value) ? key : name, texts)
  }
}

/** Without a translation both languages have the same text: removes duplicates and empty texts. */
const removeRepeats = (list: readonly string[]) => [...new Set(list)].filter((text) => text !== '')

/** The searchable texts of an item, and their hash for change detection. */
export interface ItemTexts extends Texts {
  hash: string
}

/**
 * Collects the searchable texts of an item.
 * @param rows its texts by language, the preferred language first
 * @param related names from other tables
 */
export function collectTexts(
  kind: TextKind,
  rows: readonly Pick<Tables['content_text'], 'title' | 'summary' | 'card' | 'details' | 'body'>[],
  related: readonly string[],
): ItemTexts {
  const collected: Texts = { titles: [], names: [...related], lead: [], body: [] }
  for (const row of rows) {
    const blocks: Block[] = JSON.parse(row.body)
    collected.titles.push(row.title)
    collected.lead.push(row.summary)
    collectStrings([JSON.parse(row.card), JSON.parse(row.details)], '', collected)
    collected.body.push(readPlainText(blocks))
  }
  const texts = {
    titles: removeRepeats(collected.titles),
    names: removeRepeats(collected.names),
    lead: [...removeRepeats(collected.lead), ...KIND_WORDS[kind]],
    body: removeRepeats(collected.body),
  }
  return { ...texts, hash: hash('sha256', JSON.stringify(texts)) }
}

const lines = (list: readonly string[]) => `\n${list.map(foldLine).join('\n')}\n`
const foldLine = (text: string) => foldText(text).replaceAll(/\s+/gu, ' ').trim()

/** A stored search document. */
export type SearchDoc = Tables['search_doc']

/** Creates the search document of an item. */
export function createDocument(id: number, texts: ItemTexts): SearchDoc {
  return {
    id,
    hash: texts.hash,
    title: lines(texts.titles),
    names: lines(texts.names),
    lead: lines(texts.lead),
    body: lines(texts.body),
    sound: lines(texts.titles.flatMap((title) => listPinyinForms(title).whole)),
  }
}
