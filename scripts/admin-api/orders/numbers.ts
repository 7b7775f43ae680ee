import { randomInt } from 'node:crypto'
import { formatTime } from '../venue-time.ts'

// Without I, L, O and U: nobody has to tell 0 from O when reading a number aloud (Crockford).
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random letters, 5 bits each. */
export function drawLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(32)]).join('')
}

/** `20270508` and ten letters: readers see the day, nobody can guess another number. */
export function drawOrderNumber(now: number): string {
  return formatTime(now).slice(0, 10).replaceAll('-', '') + drawLetters(10)
}
