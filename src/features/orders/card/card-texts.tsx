import type { ReactNode } from 'react'
import type { IslandMessages } from '#i18n/island-areas.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import type { MessageKey } from '#i18n/messages.ts'
import { useTexts } from '#features/ui/use-texts.ts'

/** Messages in every language of the site, because guest and door staff read the same screen; that of the page first. */
export type CardMessages = readonly { locale: Locale; messages: IslandMessages<'card'> }[]
type CardText = MessageKey<'card'> extends `card:${infer Word}` ? Word : never

/** Renders a text in every language of the site, each with its `lang` attribute. */
export type TranslateAll = (word: CardText, values?: Record<string, string | number>) => ReactNode

export function useTranslateAll(versions: CardMessages): TranslateAll {
  const texts = versions.map(({ locale, messages }) => ({ locale, t: useTexts(messages) }))
  return (word, values) =>
    texts.map(({ locale, t }) => (
      <span className="both" lang={LOCALE_TRAITS[locale].htmlLang} key={locale}>
        {t(`card:${word}`, values)}
      </span>
    ))
}
