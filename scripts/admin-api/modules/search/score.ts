/** Ranks by where a query is found: whole words before beginnings, beginnings before parts. */
export const SCORES = {
  title: { all: 0, firstWord: 3, beginning: 4, word: 5, within: 6, names: 10 },
  lead: 12,
  body: 13,
}
/** Whoever reads Chinese and types letters means pinyin first, a title in English second. */
export const SOUND_SCORES = {
  han: { all: 1, beginning: 2, within: 7, names: 11 },
  latin: { all: 1, beginning: 7, within: 8, names: 11 },
}
export type SoundScores = (typeof SOUND_SCORES)['han' | 'latin']

/** Shorter titles come first among equals. @param title of a document, a line each */
const tieBreak = (title: string): number => title.length / 100_000

/** The score of a title that a query was found in. Both are folded. */
export function scoreTitle(title: string, text: string): number {
  const { all, firstWord, beginning, word, within } = SCORES.title
  const has = (part: string) => title.includes(part)
  const place = has(`\n${text}\n`)
    ? all
    : has(`\n${text} `)
      ? firstWord
      : has(`\n${text}`)
        ? beginning
        : has(` ${text} `) || has(` ${text}\n`)
          ? word
          : within
  return place + tieBreak(title)
}

/** The score of a title that sounds like a query. @param sound of the title, a line each */
export function scoreSound(
  { title, sound }: { title: string; sound: string },
  spoken: string,
  scores: SoundScores,
): number {
  const place = sound.includes(`\n${spoken}\n`)
    ? scores.all
    : sound.includes(`\n${spoken}`)
      ? scores.beginning
      : scores.within
  return place + tieBreak(title)
}

/** The score of a title that has a text somewhere inside of its words. */
export const scoreWithin = (title: string): number => SCORES.title.within + tieBreak(title)
