import { COUNTRIES, HOME_COUNTRY, splitMobile, type Country } from '#api/mobile.ts'

export interface MobileParts {
  country: Country
  /** The number as it is typed, without the country code. */
  national: string
}

/** Country and number for the two controls of a mobile field. */
export function readMobile(value: unknown, fallback: Country = HOME_COUNTRY): MobileParts {
  const parts = typeof value === 'string' ? splitMobile(value) : null
  return parts ?? { country: fallback, national: '' }
}

/** The E.164 number of both controls; empty without digits. A leading zero of home calls goes. */
export function writeMobile({ country, national }: MobileParts): string {
  const digits = national.replaceAll(/\D/g, '')
  const bare = country.pattern.test(digits) ? digits : digits.replace(/^0+/, '')
  return bare === '' ? '' : `+${country.calling}${bare}`
}

/** What was typed or pasted: a number with `+` or `00` names its own country. */
export function parseMobile(text: string, country: Country): MobileParts {
  const compact = text.trim().replace(/^00(?=[1-9])/, '+')
  if (!compact.startsWith('+')) return { country, national: text }
  const digits = compact.replaceAll(/\D/g, '')
  const known = COUNTRIES.find(({ calling }) => digits.startsWith(calling))
  return known
    ? { country: known, national: digits.slice(known.calling.length) }
    : { country, national: text }
}
