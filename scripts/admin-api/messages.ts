import { findBusinessKey } from '#api/codes.ts'
import type { BusinessCode } from '#api/codes.ts'
import type { Locale } from '#api/language.ts'
import en from '#messages/en/errors.json' with { type: 'json' }
import zh from '#messages/zh-cn/errors.json' with { type: 'json' }

type Messages = typeof zh
export type MessageKey = keyof Messages
/** What the API itself says about requests, beside the business codes. */
export type GeneralKey = Extract<
  MessageKey,
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

const MESSAGES: Record<Locale, Messages> = { 'zh-cn': zh, en }

export function sayGeneral(key: GeneralKey, lang: Locale, detail?: string): string {
  const message = MESSAGES[lang][key]
  if (detail === undefined) return message
  return lang === 'zh-cn' ? `${message}（${detail}）` : `${message} (${detail})`
}

export function sayBusiness(code: BusinessCode, lang: Locale): string {
  const key = findBusinessKey(code)
  return key === undefined ? MESSAGES[lang].server_error : MESSAGES[lang][key]
}
