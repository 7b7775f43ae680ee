import { LOCALE_TRAITS, type Locale } from './locales.ts'

/** Lists names with the separator of the language. */
export const formatNames = (items: readonly { name: string }[], locale: Locale): string =>
  items.map(({ name }) => name).join(LOCALE_TRAITS[locale].separators.list)
