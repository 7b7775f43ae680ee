const words = new Intl.Segmenter('zh', { granularity: 'word' })
const HAN_RUN = /\p{Script=Han}+/gu
const HAN = /\p{Script=Han}/u

/** One form for equal texts: full-width letters become plain, all in lower case. */
export function normalizeText(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Words in scripts that part them. */
function listWords(text: string): string[] {
  return [...words.segment(text)]
    .filter(({ isWordLike, segment }) => isWordLike && !HAN.test(segment))
    .map(({ segment }) => segment)
}

function listPairs(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/**
 * Text as the index holds it: words, and for Chinese each character and each pair of neighbours, so
 * that a word of two characters is found wherever it stands.
 */
export function segmentText(text: string): string {
  const plain = normalizeText(text)
  const runs = plain.match(HAN_RUN) ?? []
  const chinese = runs.flatMap((run) => [...run, ...listPairs(run)])
  return [...listWords(plain.replaceAll(HAN_RUN, ' ')), ...chinese].join(' ')
}

/** What has to be found for a query: words (their beginning is enough), Chinese pairs, lone characters. */
export function segmentQuery(query: string): { words: string[]; pairs: string[] } {
  const plain = normalizeText(query)
  const pairs = (plain.match(HAN_RUN) ?? []).flatMap((run) =>
    [...run].length === 1 ? [run] : listPairs(run),
  )
  return { words: listWords(plain.replaceAll(HAN_RUN, ' ')), pairs }
}

const quote = (token: string) => `"${token.replaceAll('"', '""')}"`

/** An FTS5 expression that needs everything of the query, or null when nothing can be looked up. */
export function buildMatch(query: string): string | null {
  const { words: given, pairs } = segmentQuery(query)
  const terms = [...given.map((word) => `${quote(word)} *`), ...pairs.map(quote)]
  return terms.length > 0 ? terms.join(' AND ') : null
}
