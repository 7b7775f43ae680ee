import type { Locale } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'

/** Characters that browsers remove from URLs or read as a slash. */
const UNSAFE = /[\s\p{Cc}\\]/u

/**
 * Reads the return path of a login: a path of this site, or else the fallback. Rejects `//host`, `/\host`,
 * `/%2f%2fhost` and everything that browsers normalise to them.
 * @example readReturnPath('/user/user?tab=2', '/') // '/user/user?tab=2'
 * @example readReturnPath('//evil.example', '/') // '/'
 */
export function readReturnPath(value: string | null | undefined, fallback: string): string {
  const path = value ?? ''
  if (!/^\/(?![/\\])/.test(path) || UNSAFE.test(path)) return fallback
  const [bare = ''] = path.split(/[?#]/)
  // No path of the site has an encoded slash or backslash, or an empty segment.
  if (/%(?:2f|5c|00|0a|0d|09)/i.test(bare) || bare.includes('//')) return fallback
  const url = URL.parse(path, 'http://site.invalid')
  return url?.origin === 'http://site.invalid' ? path : fallback
}

/** A return path in the language of the login page, where visitors may have switched it. */
export function localizeReturnPath(path: string, locale: Locale): string {
  const { pathname, search, hash } = new URL(path, 'http://site.invalid')
  return localizePath(pathname, locale) + search + hash
}
