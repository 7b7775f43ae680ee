import { LOCALE_TRAITS, type Locale } from './locales.ts'

/** Joins the sentences of a text that apply; only Latin scripts separate them by spaces. */
export const joinSentences = (sentences: readonly (string | false)[], locale: Locale): string =>
  sentences
    .filter((sentence) => sentence !== false)
    .join(LOCALE_TRAITS[locale].script === 'han' ? '' : ' ')
