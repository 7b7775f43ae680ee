import { LOCALES, type Locale } from '#api/language.ts'

/** A text in at least one language. */
export type LocalizedText = { [Lang in Locale]?: string | undefined }

/** Whether an object is a text in one or more languages. */
export const isLocalized = (value: object): boolean => LOCALES.some((lang) => lang in value)

/** The text in a language, or else in the first language that has it. */
export function pickText(localized: LocalizedText, lang: Locale): string {
  const [first] = listLanguages(localized)
  return localized[lang] ?? (first && localized[first]) ?? ''
}

/** Languages of a text. */
export function listLanguages(localized: LocalizedText): Locale[] {
  return LOCALES.filter((lang) => localized[lang] !== undefined)
}
