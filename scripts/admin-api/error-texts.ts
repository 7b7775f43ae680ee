import { findBusinessKey, type BusinessCode } from '#api/codes.ts'
import type { Locale } from '#api/language.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { RequestFault } from './errors.ts'

const ERRORS = readTexts('errors')

/** The text of an error without a business code. */
export function getGeneralText(
  key: RequestFault | 'server_error',
  lang: Locale,
  detail?: string,
): string {
  const message = ERRORS[lang](`errors:${key}`)
  if (detail === undefined) return message
  const [open, close] = LOCALE_TRAITS[lang].brackets
  return message + open + detail + close
}

export function getBusinessText(code: BusinessCode, lang: Locale): string {
  return ERRORS[lang](`errors:${findBusinessKey(code) ?? 'server_error'}`)
}
