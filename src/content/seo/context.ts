import type { Locale } from '#i18n/locales.ts'
import { href, type PagePath } from '#routes.ts'

/** What the builders of structured data know beside the item. */
export interface SeoContext {
  locale: Locale
  /** Public address of the site, e.g. `https://entracte.example`. */
  origin: string
}

/** The absolute address of a file or path of the site; other addresses stay. */
export const absolute = (path: string, { origin }: SeoContext): string => new URL(path, origin).href

/** The absolute address of a page, items in the query. */
export const pageUrl = (
  context: SeoContext,
  route: PagePath,
  query?: Record<string, string | number>,
): string => absolute(href(route, context.locale, query), context)

/** Names the one organisation of the site; every graph may refer to it. */
export const organizationId = (context: SeoContext): string => absolute('/#organization', context)

/** Refers to the organisation, with the name that readers without the whole graph need. */
export const organizer = (context: SeoContext, name: string) =>
  ({
    '@type': 'Organization',
    '@id': organizationId(context),
    name,
    url: pageUrl(context, '/'),
  }) as const
