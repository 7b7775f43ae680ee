import { COUNTRIES, HOME_COUNTRY, splitMobile, type Country } from '#api/mobile.ts'

export interface MobileParts {
  country: Country
  /** The national number as typed, without the country code. */
  national: string
}

/** Splits an E.164 value into the two controls of a mobile field. */
export function readMobile(value: unknown, fallback: Country = HOME_COUNTRY): MobileParts {
  const parts = typeof value === 'string' ? splitMobile(value) : null
  return parts ?? { country: fallback, national: '' }
}

/** Joins both controls to an E.164 number; empty without digits. Drops a trunk prefix or the typed country code. */
export function writeMobile({ country, national }: MobileParts): string {
  // Chinese keyboards produce full-width digits.
  const digits = national.normalize('NFKC').replaceAll(/\D/g, '')
  const withoutZeros = digits.replace(/^0+/, '')
  const withoutCode = withoutZeros.replace(new RegExp(`^${country.calling}`), '')
  const numbers = [digits, withoutZeros, withoutCode]
  const bare = numbers.find((number) => country.pattern.test(number)) ?? withoutZeros
  return bare === '' ? '' : `+${country.calling}${bare}`
}

/** Parses typed or pasted input: a number with `+` or `00` also sets the country. */
export function parseMobile(text: string, country: Country): MobileParts {
  // Pasted numbers may start with a bracket, or with the invisible direction mark of a contact list.
  const compact = text
    .normalize('NFKC')
    .replaceAll(/[^\d+]/g, '')
    .replace(/^00(?=[1-9])/, '+')
  if (!compact.startsWith('+')) return { country, national: text }
  const digits = compact.replaceAll('+', '')
  const match = COUNTRIES.find(({ calling }) => digits.startsWith(calling))
  return match
    ? { country: match, national: digits.slice(match.calling.length) }
    : { country, national: text }
}
