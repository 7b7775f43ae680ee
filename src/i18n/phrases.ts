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

/** Splits a text into words with their punctuation. */
export function splitWords(text: string, locale: string): string[] {
  const words = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)]
  const pieces: string[] = []
  for (const { segment } of words) {
    const last = pieces.at(-1)
    const joins = last !== undefined && (NEVER_FIRST.test(segment) || NEVER_LAST.test(last))
    const isLatin = last !== undefined && /[\w'’-]$/.test(last) && /^[\w'’-]/.test(segment)
    if (joins || isLatin) pieces.push((pieces.pop() ?? '') + segment)
    else pieces.push(segment)
  }
  return pieces
}

const isSingle = (piece: string) => HAN_CHARACTER.test(piece)
/** Whether a piece is a single character with punctuation, which must not be alone on a line. */
const isTail = (piece: string) => /^\p{Script=Han}[^\p{L}\p{N}]+$/u.test(piece)

/** Names in 《》 are not broken unless they are long. */
function joinNames(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1) ?? ''
    const isInside = last.includes('《') && !last.includes('》') && last.length < LONGEST_NAME
    if (isInside) joined.push((joined.pop() ?? '') + word)
    else joined.push(word)
  }
  return joined
}

/** Splits a clause into phrases that stay on one line; no phrase is a lone character. */
export function splitPhrases(text: string): string[] {
  if (!HAN.test(text) || [...text].length <= SHORT) return [text]
  const phrases: string[] = []
  let open = ''
  for (const word of joinNames(splitWords(text, 'zh'))) {
    const last = phrases.at(-1) ?? ''
    const isEnclitic = isTail(word) || (isSingle(word) && ENCLITICS.has(word) && !PAUSE.test(last))
    const isCounted = NUMBER_END.test(last) && (isSingle(word) || NUMBER_START.test(word))
    if (open === '' && last !== '' && (isEnclitic || isCounted)) {
      phrases.push((phrases.pop() ?? '') + word)
      continue
    }
    open += word
    if (isSingle(open)) continue
    phrases.push(open)
    open = ''
  }
  if (open === '') return phrases
  const last = phrases.pop() ?? ''
  return [...phrases, last + open]
}

/** Splits a Chinese text after each pause; names in brackets are not broken. */
export const splitClauses = (text: string): string[] =>
  HAN.test(text) ? text.split(/(?<=[，。；：！？])(?![”’）》」』】])/u) : [text]
