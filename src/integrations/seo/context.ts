import type { Locale } from '#i18n/locales.ts'
import { href, type PagePath } from '#routes.ts'

/** Context of the structured data builders. */
export interface SeoContext {
  locale: Locale
  /** Public address of the site, e.g. `https://entracte.example`. */
  origin: string
}

/** An item without the parts that are prepared for pages and not described here. */
export type Facts<Detail> = Omit<Detail, 'poster' | 'body' | 'artists' | 'news' | 'related'>

/** Makes a site path an absolute URL; absolute URLs stay unchanged. */
export const toAbsolute = (path: string, { origin }: SeoContext): string =>
  new URL(path, origin).href

/** Returns the absolute URL of a page. */
export const getPageUrl = (
  context: SeoContext,
  route: PagePath,
  query?: Record<string, string | number>,
): string => toAbsolute(href(route, context.locale, query), context)

/** The `@id` of the organisation, which every graph may reference. */
export const getOrganizationId = (context: SeoContext): string =>
  toAbsolute('/#organization', context)

/** References the organisation, with its name for consumers that do not resolve the id. */
export const describeOrganizer = (context: SeoContext, name: string) =>
  ({
    '@type': 'Organization',
    '@id': getOrganizationId(context),
    name,
    url: getPageUrl(context, '/'),
  }) as const
