import { LOCALES, mapLocales, type Locale } from '#api/language.ts'
import type { Local } from '../db/tables.ts'

/** A text as the content gives it: any but one of its languages may be missing. */
export type Given = { [Lang in Locale]?: string | undefined }

/** The text in a language; where it is missing, in the first language that has it. */
export function pickText(given: Given, lang: Locale): string {
  const [first] = listLanguages(given)
  return given[lang] ?? (first && given[first]) ?? ''
}

export function fillText(given: Given): Local {
  return mapLocales((lang) => pickText(given, lang))
}

/** Languages in which a text exists. */
export function listLanguages(given: Given): Locale[] {
  return LOCALES.filter((lang) => given[lang] !== undefined)
}
