import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { Both } from './card-words.ts'

/** A text in two languages, each marked as what it is. */
export function BothWords({ words }: { words: ReturnType<Both> }) {
  return words.map(({ locale, text }) => (
    <span className="both" lang={LOCALE_TRAITS[locale].htmlLang} key={locale}>
      {text}
    </span>
  ))
}
