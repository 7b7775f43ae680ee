import { findBusinessKey } from '#api/codes.ts'
import type { BusinessCode } from '#api/codes.ts'
import type { Locale } from '#api/language.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { MessageKey } from '#i18n/messages.ts'
import { readTexts } from '#i18n/read-texts.ts'

type ErrorKey = MessageKey<'errors'> extends `errors:${infer Key}` ? Key : never
/** Errors of HTTP requests, which have no business code. */
export type GeneralKey = Extract<
  ErrorKey,
  | 'bad_request'
  | 'unauthorized'
  | 'foreign_origin'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'too_long'
  | 'wrong_content_type'
  | 'server_error'
>

const ERRORS = readTexts('errors')

export function getGeneralText(key: GeneralKey, lang: Locale, detail?: string): string {
  const message = ERRORS[lang](`errors:${key}`)
  if (detail === undefined) return message
  const [open, close] = LOCALE_TRAITS[lang].brackets
  return message + open + detail + close
}

export function getBusinessText(code: BusinessCode, lang: Locale): string {
  return ERRORS[lang](`errors:${findBusinessKey(code) ?? 'server_error'}`)
}
