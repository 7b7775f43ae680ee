import type { IslandTexts, Island } from '#i18n/island-areas.ts'
import { getMessages, readMessages } from '#i18n/island-messages.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#i18n/create-texts.ts'

/** The `t` function of an island in a locale, from the project's messages. */
export function createIslandTexts<I extends Island>(locale: Locale, island: I): IslandTexts<I> {
  const files = Object.entries<string>(getMessages(locale, island))
  return createTexts(Object.fromEntries(files.map(([area, path]) => [area, readMessages(path)])))
}
