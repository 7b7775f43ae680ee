import { DEFAULT_LOCALE, isLocale, getPrefix, type Locale } from './locales.ts'

/**
 * The locale of a path: its first segment if that is a locale, else the default
 * (spec section 2). `/english` and `/EN` are not locales.
 * @example getPathLocale('/en/drama/home') // 'en'
 */
export function getPathLocale(path: string): Locale {
  const first = path.split('/')[1]
  return isLocale(first) ? first : DEFAULT_LOCALE
}

/**
 * The path without its locale prefix.
 * @example stripLocale('/en/drama/home') // '/drama/home'
 * @example stripLocale('/en') // '/'
 */
export function stripLocale(path: string): string {
  const [, first, ...rest] = path.split('/')
  return isLocale(first) ? `/${rest.join('/')}` : path
}

/**
 * The path in a locale: the default locale has no prefix.
 * @example localizePath('/drama/home?page=2', 'en') // '/en/drama/home?page=2'
 * @example localizePath('/', 'en') // '/en'
 */
export function localizePath(path: string, locale: Locale): string {
  const prefix = getPrefix(locale)
  const bare = stripLocale(path)
  return bare === '/' ? prefix || '/' : prefix + bare
}

/** Localises a link in content: site paths get the prefix of the locale, other URLs stay unchanged. */
export function localizeHref(href: string, locale: Locale): string {
  return href.startsWith('/') ? localizePath(href, locale) : href
}
