import { LOCALES, type Locale } from '#api/language.ts'

export { LOCALES, type Locale }

export const DEFAULT_LOCALE: Locale = 'zh-cn'

interface LocaleTraits {
  /** Value of the `lang` attribute (BCP 47). */
  htmlLang: string
  /** Locale of dates and numbers (BCP 47). */
  format: string
  /** Value of `og:locale`. */
  openGraph: string
  /** Path prefix: the default locale has none (prefix_except_default, spec section 9). */
  prefix: string
}

export const LOCALE_TRAITS: Record<Locale, LocaleTraits> = {
  'zh-cn': { htmlLang: 'zh-CN', format: 'zh-CN', openGraph: 'zh_CN', prefix: '' },
  en: { htmlLang: 'en', format: 'en-GB', openGraph: 'en_GB', prefix: '/en' },
}

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}

/** The locale of Astro's `currentLocale`, which is undefined outside of a localised route. */
export function readLocale(value: string | undefined): Locale {
  return isLocale(value) ? value : DEFAULT_LOCALE
}
