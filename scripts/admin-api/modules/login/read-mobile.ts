import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { COUNTRIES } from '#api/mobile.ts'
import { BusinessError } from '../../errors.ts'

const CALLED = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/**
 * A phone number that codes may go to: a mobile one of a country that the venue serves. Numbers that
 * earn somebody money (premium, shared cost) are never called.
 * @throws BusinessError 500211
 */
export function readMobile(text: string): string {
  const number = parsePhoneNumberFromString(text)
  const isServed = COUNTRIES.some(({ calling }) => calling === number?.countryCallingCode)
  if (!number || !isServed || !number.isValid() || !CALLED.has(number.getType() ?? '')) {
    throw new BusinessError(500211)
  }
  return number.number
}
