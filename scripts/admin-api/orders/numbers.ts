import { randomInt } from 'node:crypto'
import { formatTime } from '../venue-time.ts'

// Crockford's base 32: without I, L, O and U, which are easily misread.
export const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random characters of Crockford's base 32, 5 bits each. */
export function generateLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(32)]).join('')
}

/** The date and ten random characters (`20270508…`): readable, but not guessable. */
export function generateOrderNumber(now: number): string {
  return formatTime(now).slice(0, 10).replaceAll('-', '') + generateLetters(10)
}
