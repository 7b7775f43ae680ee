import { BEHAVIOURS } from '#browser/settings.ts'
import type { PageInitData } from '#stores/site.ts'
import type { SeoSubject } from '#integrations/seo/subject.ts'
import type { SiteContent } from '#content/site.ts'
import { SITE_LOCALES, LOCALE_TRAITS, prefixOf, type Locale } from '#i18n/locales.ts'
import { ERROR_PAGE, href, ROUTES, type PagePath, type RouteError } from '#routes.ts'

/** What every page says about itself. */
export interface PageInfo {
  locale: Locale
  route: PagePath
  /** The query that names the item or page shown. */
  query?: Record<string, string | number>
  /** Title without the name of the organisation; the home page has none of its own. */
  title: string | null
  description?: string
  image?: string
  /** Languages in which this page has texts of its own. */
  langs?: readonly Locale[]
  /** The item that the page is about, for structured data and the share card. */
  subject?: SeoSubject
}

/**
 * Whether search engines may show the page under an address of its own. The bare page of an item
 * only loads items on hosts that cannot rewrite: it has no address, but must not say `noindex`.
 */
export function visibilityOf({ route, query }: Pick<PageInfo, 'route' | 'query'>) {
  const { indexed, item } = ROUTES.find(({ path }) => path === route) ?? { indexed: false }
  if (!indexed) return 'hidden'
  return item === 'required' && query?.['id'] === undefined ? 'loader' : 'shown'
}

/** Addresses of the page in each language, for hreflang and the language switch. */
export function alternatesOf(page: PageInfo, siteUrl: string) {
  const langs = page.langs ?? SITE_LOCALES
  return SITE_LOCALES.map((locale) => ({
    locale,
    lang: LOCALE_TRAITS[locale].htmlLang,
    path: href(page.route, locale, page.query),
    url: new URL(href(page.route, locale, page.query), siteUrl).href,
    translated: langs.includes(locale),
  }))
}

/** The page in the other languages of the site. */
export function translationsOf({
  locale,
  route,
  query,
}: Pick<PageInfo, 'locale' | 'route' | 'query'>) {
  // The error page is shown at the address of another page: its translation would only be an error again.
  const path = route === ERROR_PAGE ? '/' : route
  return SITE_LOCALES.filter((one) => one !== locale).map((one) => ({
    ...LOCALE_TRAITS[one],
    locale: one,
    path: href(path, one, query),
  }))
}

/**
 * The language of an item's text where the page's own is missing, for the `lang` attribute around
 * it; undefined where the page speaks its own language.
 */
export function originalLangOf({ langs, locale }: Pick<PageInfo, 'langs' | 'locale'>) {
  const original = langs?.includes(locale) ? undefined : langs?.[0]
  return original && LOCALE_TRAITS[original].htmlLang
}

/** Whether a part of the page comes to life by itself. */
export const hasIslands = ({ route }: Pick<PageInfo, 'route'>): boolean =>
  ROUTES.some(({ path, delivery }) => path === route && delivery !== 'page')

/** The page that somebody waits on while paying is shown as it is, without the mask of a first visit. */
export const hasMask = ({ route }: Pick<PageInfo, 'route'>): boolean => route !== '/pay/pay'

/** Title of the document: the page's own, then the site's `seo_title`. */
export const documentTitle = (page: PageInfo, { site }: SiteContent): string =>
  page.title === null ? site.seo_title : `${page.title} · ${site.name}`

/** The init data that the client state of islands starts from (`stores/site.ts`). */
const selectInitData = ({ citys, default_city, viewurl, site }: SiteContent): PageInitData => ({
  citys,
  default_city,
  viewurl,
  user_agreement_file: site.document_sources.agreement,
  privacy_policy_file: site.document_sources.policy,
})

/** The page-state object of spec section 3: client code reads its configuration from it. */
export function pageState(
  page: PageInfo,
  layout: string,
  site: SiteContent,
  error: RouteError | null = null,
) {
  return {
    config: {
      locale: page.locale,
      prefix: prefixOf(page.locale),
      sign_in: site.sign_in_scripts,
      behaviours: BEHAVIOURS,
    },
    data: { title: page.title, query: page.query ?? {}, subject: page.subject?.kind ?? null },
    fetch: hasIslands(page) ? { init: selectInitData(site) } : {},
    error,
    layout,
    serverRendered: true,
    routePath: page.route,
  }
}
