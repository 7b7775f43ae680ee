/** Ranks by the place of the match, lower is better: whole titles, then prefixes and words, then parts. */
export const SCORES = {
  title: { all: 0, firstWord: 3, beginning: 4, word: 5, within: 6, names: 10 },
  lead: 12,
  body: 13,
}
/** Ranks of pinyin matches. Readers of Chinese who type letters mean pinyin first, English titles second. */
export const PINYIN_SCORES = {
  han: { all: 1, beginning: 2, within: 7, names: 11 },
  latin: { all: 1, beginning: 7, within: 8, names: 11 },
}
export type PinyinScores = (typeof PINYIN_SCORES)['han' | 'latin']

/** Added to the score: shorter titles come first. @param title titles of a document, one per line */
const tieBreak = (title: string): number => title.length / 100_000

/** The score of a title that contains a query. Both are folded. */
export function scoreTitle(title: string, text: string): number {
  const { all, firstWord, beginning, word, within } = SCORES.title
  const places: readonly [part: string, score: number][] = [
    [`\n${text}\n`, all],
    [`\n${text} `, firstWord],
    [`\n${text}`, beginning],
    [` ${text} `, word],
    [` ${text}\n`, word],
  ]
  const [, score = within] = places.find(([part]) => title.includes(part)) ?? []
  return score + tieBreak(title)
}

/** The score of a title whose pinyin matches a query. @param sound pinyin of the titles, one per line */
export function scorePinyin(
  { title, sound }: { title: string; sound: string },
  query: string,
  scores: PinyinScores,
): number {
  const place = sound.includes(`\n${query}\n`)
    ? scores.all
    : sound.includes(`\n${query}`)
      ? scores.beginning
      : scores.within
  return place + tieBreak(title)
}

/** The score of a title that contains a text within a word. */
export const scoreWithin = (title: string): number => SCORES.title.within + tieBreak(title)
