import { LOCALES, type Locale } from '#api/language.ts'

export type { Locale }

export interface LocaleTraits {
  /** The native name of the language, and a short form for the language switch. */
  name: string
  shortName: string
  /** Value of the `lang` attribute (BCP 47). */
  htmlLang: string
  /** Locale of `Intl` formats (BCP 47). */
  format: string
  /** `numeric`: 2027.05.08; `written`: 8 May 2027. */
  dates: 'numeric' | 'written'
  /** Value of `og:locale`. */
  openGraph: string
  /** `han` uses Chinese font subsets, and adds decorative Latin lines. */
  script: 'han' | 'latin'
  /** Separators of list items, clauses, and parts of a name. */
  separators: { list: string; clause: string; comma: string }
  brackets: readonly [string, string]
}

export const LOCALE_TRAITS: Record<Locale, LocaleTraits> = {
  'zh-cn': {
    name: '中文',
    shortName: '中文',
    htmlLang: 'zh-CN',
    format: 'zh-CN',
    dates: 'numeric',
    openGraph: 'zh_CN',
    script: 'han',
    separators: { list: '、', clause: '；', comma: '，' },
    brackets: ['（', '）'],
  },
  en: {
    name: 'English',
    shortName: 'EN',
    htmlLang: 'en',
    format: 'en-GB',
    dates: 'written',
    openGraph: 'en_GB',
    script: 'latin',
    separators: { list: ', ', clause: '; ', comma: ', ' },
    brackets: [' (', ')'],
  },
}

type SiteLocales = readonly [Locale, ...Locale[]]

/**
 * Parses the setting SITE_LOCALES.
 * @param setting comma-separated locales, the default first; all locales when empty
 * @returns null for an unsupported locale
 */
export function parseSiteLocales(setting = ''): SiteLocales | null {
  const names = new Set(setting.split(',').map((name) => name.trim().toLowerCase()))
  names.delete('')
  const chosen = [...names].map((name) => LOCALES.find((locale) => locale === name))
  if (chosen.includes(undefined)) return null
  const [first, ...others] = chosen.filter((locale) => locale !== undefined)
  return first ? [first, ...others] : LOCALES
}

/** Locales of this site, the default first. In bundles, the setting is replaced by a constant. */
export const SITE_LOCALES = parseSiteLocales(process.env.SITE_LOCALES) ?? LOCALES

/** The locale without a path prefix (prefix_except_default, spec section 9). */
export const [DEFAULT_LOCALE] = SITE_LOCALES

/** Path prefix of a language: empty for the default one, else `/en`. */
export const getPrefix = (locale: Locale): string => (locale === DEFAULT_LOCALE ? '' : `/${locale}`)

/** Whether a value is a locale of this site. */
export function isLocale(value: unknown): value is Locale {
  return SITE_LOCALES.some((locale) => locale === value)
}

/** The locale of Astro's `currentLocale`, which is undefined outside of a localised route. */
export function readLocale(value: string | undefined): Locale {
  return isLocale(value) ? value : DEFAULT_LOCALE
}
