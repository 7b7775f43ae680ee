import type { SearchPart, Tables } from '../../db/tables.ts'
import { segmentText, segmentTitle } from './segment.ts'
import { listPinyinForms } from './pinyin.ts'

/** Increase this when the tokens of a text change: the index is then rebuilt. */
export const TOKENS_VERSION = '1'

/** The folded texts of a document, one per line. */
type DocumentTexts = Pick<Tables['search_doc'], 'title' | 'names' | 'lead' | 'body'>

/** Places of a token, best first; of several places the best counts. */
export const LEVELS = { title: 0, names: 1, lead: 2, body: 3 } as const
type Level = (typeof LEVELS)[keyof typeof LEVELS]

/** Prefix that distinguishes initials from syllables: `.cg` are the initials of 茶馆. */
export const INITIALS = '.'
/** Names up to this length are indexed by pinyin; longer ones are sentences. */
const MAX_PINYIN_NAME = 12

/** The tokens of each part of the index with their levels. */
export type SearchTokens = Record<SearchPart, ReadonlyMap<string, Level>>

const listLines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

function collect(...groups: readonly (readonly [Level, readonly string[]])[]): Map<string, Level> {
  const tokens = new Map<string, Level>()
  for (const [level, list] of groups) {
    for (const token of list) if (!tokens.has(token)) tokens.set(token, level)
  }
  return tokens
}

/** Pinyin and initials of lines, from each syllable on. */
const listPinyinTokens = (lines: readonly string[]): string[] =>
  lines
    .map(listPinyinForms)
    .flatMap(({ pinyin, initials }) => [
      ...pinyin,
      ...initials.map((letters) => INITIALS + letters),
    ])

/**
 * The index tokens of a document. The part `text` repeats titles and names, since a query may combine a
 * word of the title with one of the text.
 */
export function listTokens({ title, names, lead, body }: DocumentTexts): SearchTokens {
  const shortNames = listLines(names).filter((name) => name.length <= MAX_PINYIN_NAME)
  return {
    title: collect([LEVELS.title, segmentTitle(title)], [LEVELS.names, segmentTitle(names)]),
    sound: collect(
      [LEVELS.title, listPinyinTokens(listLines(title))],
      [LEVELS.names, listPinyinTokens(shortNames)],
    ),
    text: collect(
      [LEVELS.lead, segmentText([title, names, lead].join('\n'))],
      [LEVELS.body, segmentText(body)],
    ),
  }
}
