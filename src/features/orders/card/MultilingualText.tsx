import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { TranslateAll } from './card-texts.ts'

/** A text in two languages, each marked as what it is. */
export function MultilingualText({ words }: { words: ReturnType<TranslateAll> }) {
  return words.map(({ locale, text }) => (
    <span className="both" lang={LOCALE_TRAITS[locale].htmlLang} key={locale}>
      {text}
    </span>
  ))
}
