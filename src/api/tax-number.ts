import * as v from 'valibot'

// Unified social credit codes: GB 32100-2015, 17 characters and a check character (ISO 7064, mod 31-3).
const LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CODE_PATTERN = /^[0-9ABCDEFGHJKLMNPQRTUWXY]{18}$/
/** Earlier formats: companies (15 characters), and traders by identity number (20). */
const LEGACY_PATTERN = /^(?:[0-9A-Z]{15}|[0-9A-Z]{20})$/

function hasCheckCharacter(code: string): boolean {
  let sum = 0
  let weight = 1
  for (const letter of code.slice(0, -1)) {
    sum += LETTERS.indexOf(letter) * weight
    weight = (weight * 3) % 31
  }
  return LETTERS[(31 - (sum % 31)) % 31] === code.at(-1)
}

/** Whether a text has the form of a taxpayer identification number, in capitals without spaces. */
export const isTaxNumber = (text: string): boolean =>
  CODE_PATTERN.test(text) ? hasCheckCharacter(text) : LEGACY_PATTERN.test(text)

/** A taxpayer identification number; lower-case and full-width letters and spaces are accepted. */
export const TaxNumberSchema = v.pipe(
  v.string(),
  // Longer texts would take long to normalise.
  v.maxLength(100),
  v.transform((text) => text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()),
  v.check(isTaxNumber, 'expected a taxpayer identification number'),
  v.description(
    'Taxpayer identification number: 18 characters with a check character, or 15 or 20',
  ),
)
