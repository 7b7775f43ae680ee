import type { Reader } from '../../db/open.ts'
import type { Term } from './segment.ts'

const LATIN = /^[a-z]+$/
/** The first sign after the letters. */
const AFTER_Z = '{'
/** Words offered instead of one that was mistyped. */
const MOST = 5

/** How many slips a word may have: short words are too close to each other. */
const countAllowed = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/**
 * Steps from one word to another: a letter more, less or other, or two neighbours changed about
 * (optimal string alignment). Gives up beyond `most`.
 */
export function measureDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let steps = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        steps = Math.min(steps, (before[j - 2] ?? 0) + 1)
      }
      row.push(steps)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[other.length] ?? most + 1
}

/** The first letter is seldom wrong, and in a short word it is what tells it from others. */
const startsAlike = (word: string, typed: string) =>
  typed.length > 5 || word[0] === typed[0] || word.startsWith(`${typed[1]}${typed[0]}`)

/** Words of titles and names from one text to another. */
const selectWords = (db: Reader, from: string, to: string) =>
  db
    .selectFrom('search_token')
    .select('token')
    .where('part', '=', 'title')
    .where('token', '>=', from)
    .where('token', '<', to)

async function listNear(db: Reader, typed: string): Promise<string[]> {
  const most = countAllowed(typed)
  const rows = await selectWords(db, 'a', AFTER_Z)
    .distinct()
    .where(({ eb, fn }) => {
      const length = fn<number>('length', ['token'])
      return eb.between(length, typed.length - most, typed.length + most)
    })
    .orderBy('token')
    .execute()
  const near = rows
    .filter(({ token }) => LATIN.test(token) && startsAlike(token, typed))
    .map(({ token }) => ({ token, distance: measureDistance(typed, token, most) }))
    .filter(({ distance }) => distance <= most)
  const best = Math.min(...near.map(({ distance }) => distance))
  return near
    .filter(({ distance }) => distance === best)
    .slice(0, MOST)
    .map(({ token }) => token)
}

async function isKnown(db: Reader, beginning: string): Promise<boolean> {
  const words = selectWords(db, beginning, beginning + AFTER_Z)
  return (await words.limit(1).executeTakeFirst()) !== undefined
}

/** The query with mistyped words replaced by words of titles and names; null when none can be. */
export async function correctTerms(db: Reader, terms: readonly Term[]): Promise<Term[] | null> {
  const corrected: Term[] = []
  let isCorrected = false
  for (const term of terms) {
    const isWord = term.type === 'beginning' && LATIN.test(term.text)
    if (!isWord || (await isKnown(db, term.text))) {
      corrected.push(term)
      continue
    }
    const texts = countAllowed(term.text) > 0 ? await listNear(db, term.text) : []
    if (texts.length === 0) return null
    corrected.push({ type: 'words', texts })
    isCorrected = true
  }
  return isCorrected ? corrected : null
}
