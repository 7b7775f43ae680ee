import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type HTMLElement } from 'node-html-parser'
import { SITE_LOCALES, type Locale, getPrefix } from '#i18n/locales.ts'
import { getPathLocale } from '#i18n/paths.ts'

export interface Page {
  /** File below the release: `en/drama/detail/12.html`. */
  file: string
  locale: Locale
  html: string
  root: HTMLElement
}

const cache = new Map<string, Page[]>()

/**
 * Reads every HTML page of a release, cached per process. Documents under `files/` are not pages.
 */
export function readPages(release: string): readonly Page[] {
  const cached = cache.get(release)
  if (cached) return cached
  const pages = globSync('**/*.html', { cwd: release })
    .filter((file) => !file.startsWith('files/'))
    .map((file) => readPage(release, file))
  cache.set(release, pages)
  return pages
}

export function readPage(release: string, file: string): Page {
  const html = readFileSync(join(release, file), 'utf8')
  const path = `/${file.replace(/\.html$/, '')}`
  return { file, locale: getPathLocale(path), html, root: parse(html) }
}

/** The file name of a route in a locale. */
export function getFile(path: string, locale: Locale): string {
  const localised = getPrefix(locale) + (path === '/' ? '' : path)
  return `${localised.slice(1) || 'index'}.html`
}

export const inBothLocales = <T>(items: readonly T[]): [T, Locale][] =>
  items.flatMap((item) => SITE_LOCALES.map((locale): [T, Locale] => [item, locale]))
