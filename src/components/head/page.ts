import { BEHAVIOURS } from '#browser/settings.ts'
import type { PageInitData } from '#stores/site.ts'
import type { PageInfo, SeoSubject } from '#integrations/seo/subject.ts'
import type { SiteContent } from '#content/site.ts'
import { SITE_LOCALES, LOCALE_TRAITS, getPrefix, type Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'
import { ERROR_PAGE, href, ROUTES, type RouteError, type RoutePath } from '#routes.ts'

/** The metadata of the page of an item. */
export function describeItemPage(locale: Locale, route: RoutePath, subject: SeoSubject): PageInfo {
  const { item } = subject
  return {
    locale,
    route,
    query: { id: item.id },
    title: 'title' in item ? item.title : item.name,
    description: item.summary,
    image: item.picture.src,
    langs: item.langs,
    subject,
  }
}

/** The description for search engines; further pages of a list differ by their number. */
export function getDescription({ description, query }: PageInfo, site: string, t: Translate) {
  // A summary may be empty.
  const text = description || site
  return query?.['page'] === undefined ? text : t('common:page_of', { text, page: query['page'] })
}

/** Lists the URLs of the page in each language, for hreflang and the language switch. */
export function listAlternates(page: PageInfo, siteUrl: string) {
  const langs = page.langs ?? SITE_LOCALES
  return SITE_LOCALES.map((locale) => ({
    locale,
    lang: LOCALE_TRAITS[locale].htmlLang,
    path: href(page.route, locale, page.query),
    url: new URL(href(page.route, locale, page.query), siteUrl).href,
    isTranslated: langs.includes(locale),
  }))
}

/** Lists the paths of the page in the other languages of the site; of the home page for error pages. */
export function listTranslations({
  locale,
  route,
  query,
}: Pick<PageInfo, 'locale' | 'route' | 'query'>) {
  // Error pages are shown at the URL of another page, so their translation would only be another error.
  const path = route === ERROR_PAGE || route === '/404' ? '/' : route
  return SITE_LOCALES.filter((one) => one !== locale).map((one) => ({
    ...LOCALE_TRAITS[one],
    locale: one,
    path: href(path, one, query),
  }))
}

/**
 * The language of the original text of an item without a translation, for the `lang` attribute around it;
 * undefined if the text is in the language of the page.
 */
export function getOriginalLang({ langs, locale }: Pick<PageInfo, 'langs' | 'locale'>) {
  const original = langs?.includes(locale) ? undefined : langs?.[0]
  return original && LOCALE_TRAITS[original].htmlLang
}

/** Whether the page has islands. */
export const hasIslands = ({ route }: Pick<PageInfo, 'route'>): boolean =>
  ROUTES.some(({ path, delivery }) => path === route && delivery !== 'page')

/** Whether the page has the loading mask; the payment page has none, because buyers wait there. */
export const hasMask = ({ route }: Pick<PageInfo, 'route'>): boolean => route !== '/pay/pay'

/** The init data that the client state of islands starts from (`stores/site.ts`). */
const selectInitData = ({ citys, default_city, viewurl, site }: SiteContent): PageInitData => ({
  citys,
  default_city,
  viewurl,
  user_agreement_file: site.document_sources.agreement,
  privacy_policy_file: site.document_sources.policy,
})

/** Builds the page-state object (spec section 3), from which client code reads its configuration. */
export function buildPageState(
  page: PageInfo,
  layout: string,
  site: SiteContent,
  error: RouteError | null = null,
) {
  return {
    config: {
      locale: page.locale,
      prefix: getPrefix(page.locale),
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

/** The language, for the `lang` attribute, of a line below a title: Latin by design, or Chinese by choice of the editor. */
export const getLineLang = (line: string): string =>
  LOCALE_TRAITS[/\p{Script=Han}/u.test(line) ? 'zh-cn' : 'en'].htmlLang
