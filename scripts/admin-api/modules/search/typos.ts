import { computeEditDistance } from '../../../lib/edit-distance.ts'
import type { Reader } from '../../db/open.ts'
import { hasRows } from '../../db/rows.ts'
import type { Term } from './segment.ts'

const LATIN = /^[a-z]+$/
/** The character after `z`. */
const AFTER_Z = '{'
/** Maximum number of corrections for a word. */
const MAX_CORRECTIONS = 5

/** Maximum edit distance: short words are too similar to each other. */
const getMaxEdits = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

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
  const maxEdits = getMaxEdits(typed)
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

const isPrefixIndexed = (db: Reader, prefix: string): Promise<boolean> =>
  hasRows(selectWords(db, prefix, prefix + AFTER_Z))

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
    const texts = getMaxEdits(term.text) > 0 ? await listClosestWords(db, term.text) : []
    if (texts.length === 0) return null
    corrected.push({ type: 'words', texts })
    isCorrected = true
  }
  return isCorrected ? corrected : null
}
