/** Maximum length of self-introduction and hope text, in words (spec section 5). */
export const MAX_WORDS = 200

const wordPattern = /\p{Script=Han}|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

/**
 * Counts words the same way in the form and in the API: each Chinese character is one word,
 * each run of other letters or digits is one (`well-made` and `don't` are one each).
 */
export function countWords(text: string): number {
  const spaced = text.replaceAll(/\p{Script=Han}/gu, ' $& ')
  return spaced.match(wordPattern)?.length ?? 0
}
