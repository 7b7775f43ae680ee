import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { TranslateAll } from './card-texts.ts'

/** A text in several languages, each with its `lang` attribute. */
export function MultilingualText({ words }: { words: ReturnType<TranslateAll> }) {
  return words.map(({ locale, text }) => (
    <span className="both" lang={LOCALE_TRAITS[locale].htmlLang} key={locale}>
      {text}
    </span>
  ))
}
