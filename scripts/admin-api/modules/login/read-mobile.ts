import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { COUNTRIES } from '#api/mobile.ts'
import { BusinessError } from '../../errors.ts'

const ACCEPTED_TYPES = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/**
 * Parses a mobile number of a supported country to E.164. Premium-rate and shared-cost numbers are refused.
 * @throws BusinessError 500211
 */
export function readMobile(text: string): string {
  const number = parsePhoneNumberFromString(text)
  const isServed = COUNTRIES.some(({ calling }) => calling === number?.countryCallingCode)
  const isAccepted = isServed && ACCEPTED_TYPES.has(number?.getType() ?? '')
  if (!number?.isValid() || !isAccepted) throw new BusinessError(500211)
  return number.number
}
