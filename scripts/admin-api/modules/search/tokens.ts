import type { Selectable } from 'kysely'
import type { SearchPart, Tables } from '../../db/tables.ts'
import { segmentText, segmentTitle } from './segment.ts'
import { readSound } from './sound.ts'

/** To be raised with every change of the tokens that a text has: the index is written again then. */
export const TOKENS_VERSION = '1'

/** A document as its tokens are made of it: folded texts, a line each. */
export type SearchedTexts = Pick<
  Selectable<Tables['search_doc']>,
  'title' | 'names' | 'lead' | 'body'
>

/** Where a token is, the best place first; of several places the best counts. */
export const LEVELS = { title: 0, names: 1, lead: 2, body: 3 } as const
type Level = (typeof LEVELS)[keyof typeof LEVELS]

/** Tells initials from syllables: `.cg` is 茶馆 by its initials. */
export const INITIALS = '.'
/** Chinese that is looked for by its sound: no sentences. */
const MAX_SPOKEN_NAME = 12

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

/** Syllables and initials of lines, from each syllable on. */
const listSounds = (lines: readonly string[]): string[] =>
  lines
    .map(readSound)
    .flatMap(({ pinyin, initials }) => [
      ...pinyin,
      ...initials.map((letters) => INITIALS + letters),
    ])

/**
 * Everything that finds a document. In the part `text` titles and names stand once more: a query may have
 * one word from there and one from the text.
 */
export function listTokens({ title, names, lead, body }: SearchedTexts): SearchTokens {
  const spokenNames = listLines(names).filter((name) => name.length <= MAX_SPOKEN_NAME)
  return {
    title: collect([LEVELS.title, segmentTitle(title)], [LEVELS.names, segmentTitle(names)]),
    sound: collect(
      [LEVELS.title, listSounds(listLines(title))],
      [LEVELS.names, listSounds(spokenNames)],
    ),
    text: collect(
      [LEVELS.lead, segmentText([title, names, lead].join('\n'))],
      [LEVELS.body, segmentText(body)],
    ),
  }
}
