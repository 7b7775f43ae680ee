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

/** Joins both controls to an E.164 number; empty without digits. Drops the zeros of a trunk prefix. */
export function writeMobile({ country, national }: MobileParts): string {
  // Chinese keyboards produce full-width digits.
  const digits = national.normalize('NFKC').replaceAll(/\D/g, '')
  const bare = country.pattern.test(digits) ? digits : digits.replace(/^0+/, '')
  return bare === '' ? '' : `+${country.calling}${bare}`
}

/** Parses typed or pasted input: a number with `+` or `00` also sets the country. */
export function parseMobile(text: string, country: Country): MobileParts {
  const compact = text
    .normalize('NFKC')
    .trim()
    .replace(/^00(?=[1-9])/, '+')
  if (!compact.startsWith('+')) return { country, national: text }
  const digits = compact.replaceAll(/\D/g, '')
  const match = COUNTRIES.find(({ calling }) => digits.startsWith(calling))
  return match
    ? { country: match, national: digits.slice(match.calling.length) }
    : { country, national: text }
}
