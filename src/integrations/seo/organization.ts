import type {
  ImageObject,
  Organization,
  SearchAction,
  WebSite,
  WithActionConstraints,
} from 'schema-dts'
import type { Site } from '#api/site.ts'
import type { Place } from '#api/primitives.ts'
import { SITE_LOCALES, LOCALE_TRAITS } from '#i18n/locales.ts'
import { toAbsolute, getOrganizationId, getPageUrl, type SeoContext } from './context.ts'
import { buildVenues } from './place.ts'

export type OrganizationFacts = Pick<
  Site,
  'name' | 'tagline' | 'seo_description' | 'phone' | 'email'
> & {
  /** Names in other languages. */
  otherNames: readonly string[]
  logo: ImageObject
}

/** Builds the organisation with its venues. */
export function buildOrganization(
  organization: OrganizationFacts,
  places: readonly Place[],
  context: SeoContext,
): Organization {
  const { name, tagline, seo_description, phone, email, logo } = organization
  const otherNames = organization.otherNames.filter((other) => other !== name)
  const venues = buildVenues(places)
  return {
    '@type': 'Organization',
    '@id': getOrganizationId(context),
    name,
    ...(otherNames.length > 0 && { alternateName: otherNames }),
    slogan: tagline,
    description: seo_description,
    url: getPageUrl(context, '/'),
    logo,
    ...(phone !== null && { telephone: phone }),
    ...(email !== null && { email }),
    ...(venues.length > 0 && { location: venues }),
  }
}

/** Builds the site with its search action, if it has a search page. */
export function buildWebSite(
  { name, sections }: Pick<Site, 'name' | 'sections'>,
  context: SeoContext,
): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${getPageUrl(context, '/search/list')}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': toAbsolute('/#website', context),
    name,
    url: getPageUrl(context, '/'),
    inLanguage: SITE_LOCALES.map((locale) => LOCALE_TRAITS[locale].htmlLang),
    publisher: { '@id': getOrganizationId(context) },
    ...(sections.includes('search') && { potentialAction: search }),
  }
}
