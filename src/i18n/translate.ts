import i18next from 'i18next'
import { LOCALES, mapLocales, type Locale } from '#api/language.ts'
import type { MessageKey, Translate } from './messages.ts'

// The only file that imports i18next. astro-i18next loads the messages once per build.

/** Cache of texts without values by locale and key, because pages share most texts. */
const cache = mapLocales(() => new Map<MessageKey, string>())
const clearTexts = (): void => {
  for (const texts of Object.values(cache)) texts.clear()
}
i18next.on('initialized', clearTexts)
i18next.on('loaded', clearTexts)

/** Reloads all message files during development. Does nothing before the first page. */
export async function reloadMessages(): Promise<void> {
  if (i18next.isInitialized) await i18next.reloadResources([...LOCALES])
}

/** Returns `t` of one locale. No global language, because pages of all locales render concurrently. */
export function useTranslations(locale: Locale): Translate {
  const fixed = i18next.getFixedT(locale)
  const translate: Translate = (key, values = {}) => fixed(key, values)
  const texts = cache[locale]
  return (key, values) => {
    if (values) return translate(key, values)
    const text = texts.get(key) ?? translate(key)
    texts.set(key, text)
    return text
  }
}
