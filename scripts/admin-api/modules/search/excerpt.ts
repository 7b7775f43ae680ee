import type { Locale } from '#api/language.ts'
import type { SearchExcerpt } from '#api/search.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { markText, markTitle, type Marks } from './marks.ts'
import type { Term } from './segment.ts'

/** Texts of an item in one language, most relevant first. */
export interface ExcerptSource {
  lang: Locale
  /** The title, if it may be the excerpt: in another language than the reader's. */
  title?: string
  texts: readonly string[]
}

/** In characters: a Chinese character carries about as much information as 2.5 Latin letters. */
const MAX_LENGTH = { han: 60, latin: 150 } as const
const MAX_NAME = 60
/** Share of a clipped sentence before its first mark. */
const LEADING_SHARE = 0.3
const sentences = new Intl.Segmenter('zh', { granularity: 'sentence' })

/** Trailing opening quotes and brackets: ICU assigns them to the preceding sentence. */
const OPENING = /[\p{Ps}\p{Pi}]+$/u

const listSentences = (text: string) =>
  text.split('\n').flatMap((line) => {
    let opening = ''
    return [...sentences.segment(line)].map(({ segment }) => {
      const sentence = opening + segment.replace(OPENING, '')
      opening = OPENING.exec(segment)?.[0] ?? ''
      return sentence.trim()
    })
  })

/** Moves a position inside a surrogate pair behind it. */
const skipPair = (text: string, at: number): number =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1)) ? at + 1 : at

/** Clips a sentence around its first mark; Latin words are not split. */
export function clipSentence(
  text: string,
  marks: Marks,
  max: number,
): { text: string; marks: Marks } {
  if (text.length <= max) return { text, marks }
  const first = marks[0]?.[0] ?? 0
  const earliest = Math.max(0, Math.min(first - Math.round(max * LEADING_SHARE), text.length - max))
  const gap = earliest === 0 ? 0 : text.slice(earliest, first).search(/\s/) + 1
  const from = skipPair(text, earliest + gap)
  const latest = Math.min(from + max, text.length)
  const lastGap = latest === text.length ? -1 : text.slice(first, latest).search(/\s\S*$/)
  const to = skipPair(text, lastGap > 0 ? first + lastGap : latest)
  const [head, tail] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
  const shift = head.length - from
  return {
    text: head + text.slice(from, to) + tail,
    marks: marks.filter(([, end]) => end <= to).map(([start, end]) => [start + shift, end + shift]),
  }
}

type Mark = (text: string, terms: readonly Term[]) => Marks

/** The sentence that matches the most terms. */
function findSentence(texts: readonly string[], terms: readonly Term[], mark: Mark) {
  const countMatched = (text: string) =>
    terms.filter((term) => mark(text, [term]).length > 0).length
  return texts
    .flatMap(listSentences)
    .map((text) => ({ text, marks: mark(text, terms) }))
    .filter(({ marks }) => marks.length > 0)
    .map((sentence) => ({ ...sentence, matched: countMatched(sentence.text) }))
    .toSorted((a, b) => b.matched - a.matched)[0]
}

/** Names match by prefix and by pinyin, as in titles. */
const markName: Mark = (text, terms) => (text.length > MAX_NAME ? [] : markTitle(text, terms))

/**
 * The best matching sentence, else the matching name, from the first language that has one; null without a
 * match.
 */
export function findExcerpt(
  sources: readonly ExcerptSource[],
  terms: readonly Term[],
): SearchExcerpt | null {
  for (const mark of [markText, markName]) {
    for (const { lang, title = '', texts } of sources) {
      const sentence = findSentence([title, ...texts], terms, mark)
      if (!sentence) continue
      const maxLength = MAX_LENGTH[LOCALE_TRAITS[lang].script]
      const is_title = title.includes(sentence.text)
      return { lang, is_title, ...clipSentence(sentence.text, sentence.marks, maxLength) }
    }
  }
  return null
}
