import * as v from 'valibot'

/** A country or region whose mobile numbers are accepted. */
export interface Country {
  /** ISO 3166, two letters. */
  iso: string
  /** Country calling code, without `+`. */
  calling: string
  /** Mobile numbers without country code and without a leading zero. */
  pattern: RegExp
}

/** Countries by likelihood, that of the venue first. North American countries share one calling code. */
export const COUNTRIES = [
  { iso: 'CN', calling: '86', pattern: /^1[3-9]\d{9}$/ },
  { iso: 'HK', calling: '852', pattern: /^[4-79]\d{7}$/ },
  { iso: 'MO', calling: '853', pattern: /^6\d{7}$/ },
  { iso: 'TW', calling: '886', pattern: /^9\d{8}$/ },
  { iso: 'SG', calling: '65', pattern: /^[89]\d{7}$/ },
  { iso: 'MY', calling: '60', pattern: /^1\d{8,9}$/ },
  { iso: 'JP', calling: '81', pattern: /^[6-9]0\d{8}$/ },
  { iso: 'KR', calling: '82', pattern: /^1\d{8,9}$/ },
  { iso: 'TH', calling: '66', pattern: /^[1689]\d{8}$/ },
  { iso: 'VN', calling: '84', pattern: /^[35789]\d{8}$/ },
  { iso: 'PH', calling: '63', pattern: /^[89]\d{9}$/ },
  { iso: 'ID', calling: '62', pattern: /^8\d{8,11}$/ },
  { iso: 'IN', calling: '91', pattern: /^[6-9]\d{9}$/ },
  { iso: 'AU', calling: '61', pattern: /^4\d{8}$/ },
  { iso: 'NZ', calling: '64', pattern: /^2\d{7,9}$/ },
  { iso: 'US', calling: '1', pattern: /^[2-9]\d{2}[2-9]\d{6}$/ },
  { iso: 'GB', calling: '44', pattern: /^7\d{9}$/ },
  { iso: 'IE', calling: '353', pattern: /^8\d{8}$/ },
  { iso: 'FR', calling: '33', pattern: /^[67]\d{8}$/ },
  { iso: 'DE', calling: '49', pattern: /^1[5-7]\d{8,9}$/ },
  { iso: 'IT', calling: '39', pattern: /^3\d{8,9}$/ },
  { iso: 'ES', calling: '34', pattern: /^[67]\d{8}$/ },
  { iso: 'PT', calling: '351', pattern: /^9\d{8}$/ },
  { iso: 'NL', calling: '31', pattern: /^6\d{8}$/ },
  { iso: 'BE', calling: '32', pattern: /^4\d{8}$/ },
  { iso: 'CH', calling: '41', pattern: /^7\d{8}$/ },
  { iso: 'AT', calling: '43', pattern: /^6\d{6,12}$/ },
  { iso: 'SE', calling: '46', pattern: /^7\d{8}$/ },
  { iso: 'NO', calling: '47', pattern: /^[49]\d{7}$/ },
  { iso: 'DK', calling: '45', pattern: /^[2-9]\d{7}$/ },
  { iso: 'FI', calling: '358', pattern: /^(4|50)\d{5,9}$/ },
  { iso: 'PL', calling: '48', pattern: /^[4-8]\d{8}$/ },
  { iso: 'RU', calling: '7', pattern: /^9\d{9}$/ },
  { iso: 'AE', calling: '971', pattern: /^5\d{8}$/ },
  { iso: 'BR', calling: '55', pattern: /^[1-9]{2}9\d{8}$/ },
  { iso: 'ZA', calling: '27', pattern: /^[678]\d{8}$/ },
] as const satisfies readonly Country[]

export const HOME_COUNTRY = COUNTRIES[0]

/** Country and national number of an E.164 number, or null for a country that is not listed. */
export function splitMobile(e164: string) {
  const digits = e164.replace(/^\+/, '')
  // Unambiguous, because no calling code of the list is a prefix of another one.
  const country = COUNTRIES.find(({ calling }) => digits.startsWith(calling))
  return e164.startsWith('+') && country
    ? { country, national: digits.slice(country.calling.length) }
    : null
}

/** Whether a text is a mobile number of a listed country in E.164: `+8613800138000`. */
export function isMobile(e164: string): boolean {
  const parts = splitMobile(e164)
  return parts !== null && parts.country.pattern.test(parts.national)
}

/** Masks the middle of a number: `+86 138****8000`. */
export function maskMobile(e164: string): string {
  const parts = splitMobile(e164)
  if (parts === null) return `${e164.slice(0, 4)}****${e164.slice(-2)}`
  const { country, national } = parts
  const shown = national.length >= 9 ? { head: 3, tail: 4 } : { head: 2, tail: 2 }
  return `+${country.calling} ${national.slice(0, shown.head)}****${national.slice(-shown.tail)}`
}

/** Schema of a mobile number: E.164, listed country, valid length. */
export const MobileSchema = v.pipe(
  v.string(),
  v.check(isMobile, 'expected a mobile number in E.164'),
  v.description('Mobile number in E.164, e.g. +8613800138000'),
)
