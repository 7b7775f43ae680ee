import { LOCALES } from '#api/language.ts'
import type { Locale } from '#api/language.ts'
import type { Local } from '../db/tables.ts'

/** A text as the content gives it: one of the two languages may be missing. */
export interface Given {
  'zh-cn'?: string | undefined
  en?: string | undefined
}

const ORIGINAL = 'zh-cn'
const OTHER = 'en'

/** The text in a language, or in the other one where it is missing. */
export function pickText(given: Given, lang: Locale): string {
  return given[lang] ?? given[ORIGINAL] ?? given[OTHER] ?? ''
}

export function fillText(given: Given): Local {
  return { 'zh-cn': pickText(given, 'zh-cn'), en: pickText(given, 'en') }
}

/** Languages in which a text exists. */
export function listLanguages(given: Given): Locale[] {
  return LOCALES.filter((lang) => given[lang] !== undefined)
}
