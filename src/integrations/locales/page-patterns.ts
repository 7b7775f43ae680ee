import { DEFAULT_LOCALE, SITE_LOCALES, getPrefix } from '#i18n/locales.ts'

/**
 * Lists the route patterns of a page file, one per locale. Top-level endpoints (`sitemap.xml.ts`) serve
 * all locales and have one pattern.
 * @param file relative to `src/pages`: `drama/detail/[id].astro` → `/drama/detail/[id]`, `/en/drama/detail/[id]`
 */
export function listPagePatterns(file: string): string[] {
  const pattern = `/${file.replace(/\.(astro|ts)$/, '')}`.replace(/\/index$/, '')
  const locales = file.endsWith('.astro') || file.includes('/') ? SITE_LOCALES : [DEFAULT_LOCALE]
  return locales.map((locale) => getPrefix(locale) + pattern || '/')
}
