// Finds line breaks for Chinese titles. Browsers break between any two characters, but breaks between
// phrases are easier to read.

/** Chinese lines must not begin or end with these characters. */
const NEVER_FIRST = /^[\s，。、；：？！”’）》」』】…—·,.;:?!)]/
const NEVER_LAST = /[“‘（《「『【(]$/
const PAUSE = /[，。、；：？！”）》」』】…—]$/
const HAN_CHARACTER = /^\p{Script=Han}$/u
const HAN = /\p{Script=Han}/u
/** Single characters that must not be separated from the preceding word. */
const ENCLITICS = new Set('的了着过们吗呢吧里上下中内外前后时者家')
const NUMBER_END = /[〇零一二三四五六七八九十百千万两]$/
const NUMBER_START = /^[〇零一二三四五六七八九十百千万两]/
/** Titles up to this length read well with any line break. */
const SHORT = 4
const LONGEST_NAME = 8

/** Appends pieces of a text to the ones before. @param isJoined whether a piece continues the last one */
export function joinPieces(
  pieces: readonly string[],
  isJoined: (last: string, piece: string) => boolean,
): string[] {
  const joined: string[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last !== undefined && isJoined(last, piece)) joined[joined.length - 1] = last + piece
    else joined.push(piece)
  }
  return joined
}

/** Splits a text into words with their punctuation. */
export function splitWords(text: string, locale: string): string[] {
  const segments = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)]
  return joinPieces(
    segments.map(({ segment }) => segment),
    (last, segment) =>
      NEVER_FIRST.test(segment) ||
      NEVER_LAST.test(last) ||
      (/[\w'’-]$/.test(last) && /^[\w'’-]/.test(segment)),
  )
}

const isSingle = (piece: string) => HAN_CHARACTER.test(piece)
/** Whether a piece is a single character with punctuation, which must not be alone on a line. */
const isTail = (piece: string) => /^\p{Script=Han}[^\p{L}\p{N}]+$/u.test(piece)

/** Names in 《》 are not broken unless they are long. */
const isInName = (last: string) =>
  last.includes('《') && !last.includes('》') && last.length < LONGEST_NAME

/** Whether a word belongs to the phrase before it. */
function isInPhrase(last: string, word: string): boolean {
  const isEnclitic = ENCLITICS.has(word) && !PAUSE.test(last)
  const isCounted = NUMBER_END.test(last) && (isSingle(word) || NUMBER_START.test(word))
  return isSingle(last) || isTail(word) || isEnclitic || isCounted
}

/** Splits a clause into phrases that stay on one line; no phrase is a lone character. */
export function splitPhrases(text: string): string[] {
  if (!HAN.test(text) || [...text].length <= SHORT) return [text]
  const phrases = joinPieces(joinPieces(splitWords(text, 'zh'), isInName), isInPhrase)
  const isLastSingle = isSingle(phrases.at(-1) ?? '')
  return isLastSingle ? [...phrases.slice(0, -2), phrases.slice(-2).join('')] : phrases
}

/** Splits a Chinese text after each pause; names in brackets are not broken. */
export const splitClauses = (text: string): string[] =>
  text.split(/(?<=[，。；：！？])(?![”’）》」』】])/u)
