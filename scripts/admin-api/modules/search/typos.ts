import type { Reader } from '../../db/open.ts'
import type { Term } from './segment.ts'

const LATIN = /^[a-z]+$/
/** The character after `z`. */
const AFTER_Z = '{'
/** Maximum number of corrections for a word. */
const MAX_CORRECTIONS = 5

/** Maximum edit distance: short words are too similar to each other. */
const maxEditsOf = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/**
 * Edit distance of two words: insertions, deletions, substitutions and transpositions of neighbours
 * (optimal string alignment).
 * @returns the distance; `max + 1` when it is greater than `max`
 */
export function computeEditDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let secondLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let distance = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, (secondLast[j - 2] ?? 0) + 1)
      }
      row.push(distance)
    }
    if (Math.min(...row) > max) return max + 1
    secondLast = last
    last = row
  }
  return last[b.length] ?? max + 1
}

/** The first letter is rarely mistyped, and short words differ mainly by it. */
const startsAlike = (word: string, typed: string) =>
  typed.length > 5 || word[0] === typed[0] || word.startsWith(`${typed[1]}${typed[0]}`)

/** Words of titles and names in the range from `from` to `to` (excluded). */
const selectWords = (db: Reader, from: string, to: string) =>
  db
    .selectFrom('search_token')
    .select('token')
    .where('part', '=', 'title')
    .where('token', '>=', from)
    .where('token', '<', to)

/** The words of titles and names with the smallest edit distance. */
async function listClosestWords(db: Reader, typed: string): Promise<string[]> {
  const maxEdits = maxEditsOf(typed)
  const rows = await selectWords(db, 'a', AFTER_Z)
    .distinct()
    .where(({ eb, fn }) => {
      const length = fn<number>('length', ['token'])
      return eb.between(length, typed.length - maxEdits, typed.length + maxEdits)
    })
    .orderBy('token')
    .execute()
  const candidates = rows
    .filter(({ token }) => LATIN.test(token) && startsAlike(token, typed))
    .map(({ token }) => ({ token, distance: computeEditDistance(typed, token, maxEdits) }))
    .filter(({ distance }) => distance <= maxEdits)
  const best = Math.min(...candidates.map(({ distance }) => distance))
  return candidates
    .filter(({ distance }) => distance === best)
    .slice(0, MAX_CORRECTIONS)
    .map(({ token }) => token)
}

async function isPrefixIndexed(db: Reader, prefix: string): Promise<boolean> {
  const words = selectWords(db, prefix, prefix + AFTER_Z)
  return (await words.limit(1).executeTakeFirst()) !== undefined
}

/** Replaces mistyped words with words of titles and names; null if nothing can be corrected. */
export async function correctTerms(db: Reader, terms: readonly Term[]): Promise<Term[] | null> {
  const corrected: Term[] = []
  let isCorrected = false
  for (const term of terms) {
    const isWord = term.type === 'beginning' && LATIN.test(term.text)
    if (!isWord || (await isPrefixIndexed(db, term.text))) {
      corrected.push(term)
      continue
    }
    const texts = maxEditsOf(term.text) > 0 ? await listClosestWords(db, term.text) : []
    if (texts.length === 0) return null
    corrected.push({ type: 'words', texts })
    isCorrected = true
  }
  return isCorrected ? corrected : null
}
