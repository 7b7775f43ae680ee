/** Supported languages. To add one: `docs/how-to/add-a-language.md`. */
export const LOCALES = ['zh-cn', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** Makes one value for each language. */
export const mapLocales = <T>(make: (locale: Locale) => T): Record<Locale, T> => ({
  'zh-cn': make('zh-cn'),
  en: make('en'),
})
