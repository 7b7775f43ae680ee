import type { Thing } from 'schema-dts'
import { completeTheme } from '#api/theme.ts'
import { buildConfig } from '#content/build-config.ts'
import { makeSign } from '#content/brand.ts'
import { findAvailablePicture } from '#content/pictures.ts'
import { makeShareCard, type ShareCard } from '#integrations/share-cards/share-cards.ts'
import { getSite, type SiteContent } from '#content/site.ts'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { useTranslations } from '#i18n/translate.ts'
import { getVisibility } from '#routes.ts'
import { buildActivityEvents } from './activity.ts'
import { buildBreadcrumb, listCrumbs } from './breadcrumb.ts'
import { buildCardText } from './card-text.ts'
import { toAbsolute, type SeoContext } from './context.ts'
import { buildCourse } from './course.ts'
import { findFeed } from './feed.ts'
import { buildNewsArticle } from './news-article.ts'
import { buildOrganization, buildWebSite } from './organization.ts'
import { buildTheaterEvents, type Seller } from './performance.ts'
import { buildPerson } from './person.ts'
import type { PageInfo, SeoSubject } from './subject.ts'
import { listPlaces } from './venue-list.ts'
import { buildVideos } from './video.ts'

const LOGO_SIZE = 512

async function readLogo({ site }: SiteContent, context: SeoContext) {
  const url = toAbsolute(await makeSign(site, LOGO_SIZE), context)
  return { '@type': 'ImageObject', url, width: `${LOGO_SIZE}`, height: `${LOGO_SIZE}` } as const
}

async function buildOrganizationGraph(site: SiteContent, context: SeoContext): Promise<Thing[]> {
  const others = SITE_LOCALES.filter((locale) => locale !== context.locale)
  const otherNames = await Promise.all(
    others.map(async (locale) => (await getSite(locale)).site.name),
  )
  const organization = { ...site.site, otherNames, logo: await readLogo(site, context) }
  const places = await listPlaces(context.locale)
  return [buildOrganization(organization, places, context), buildWebSite(site.site, context)]
}

async function buildSubject(
  subject: SeoSubject,
  site: SiteContent,
  images: string[],
  context: SeoContext,
): Promise<Thing[]> {
  const seller: Seller = { name: site.site.name, canBuyOnline: site.can_buy_online }
  const { name } = seller
  switch (subject.kind) {
    case 'performance':
      return buildTheaterEvents(subject.item, seller, images, context)
    case 'course':
      return [buildCourse(subject.item, name, images, context)]
    case 'activity':
      return buildActivityEvents(subject.item, name, images, context)
    case 'artist':
      return [buildPerson(subject.item, name, images, context)]
    case 'news': {
      const { item } = subject
      const publisher = { name, logo: await readLogo(site, context) }
      const article = buildNewsArticle(item, publisher, images, context)
      return [article, ...buildVideos(item, context)]
    }
  }
}

async function buildGraph(page: PageInfo, site: SiteContent, card: ShareCard): Promise<Thing[]> {
  const context: SeoContext = { locale: page.locale, origin: buildConfig.siteUrl }
  const { name } = site.site
  const images = [...(page.image === undefined ? [] : [page.image]), card.src]
  const addresses = images.map((image) => toAbsolute(image, context))
  const crumbs = listCrumbs(
    { name: page.title ?? name, route: page.route, ...(page.query && { query: page.query }) },
    useTranslations(page.locale),
  )
  return [
    ...(page.subject ? await buildSubject(page.subject, site, addresses, context) : []),
    ...(['/', '/about/about'].includes(page.route)
      ? await buildOrganizationGraph(site, context)
      : []),
    ...(page.route === '/' ? [] : [buildBreadcrumb(crumbs, context)]),
  ]
}

/** Serialises JSON-LD, escaped so that it cannot end its script element. */
export const serializeGraph = (graph: readonly Thing[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')

/** Makes the metadata of a page for search engines and link previews. */
export async function describePage(page: PageInfo, site: SiteContent) {
  const isIndexed = getVisibility(page) === 'shown'
  const { name, tagline, share_image, brand } = site.site
  // Member pages and item pages without an id show the card of the organisation.
  const shown: PageInfo = isIndexed ? page : { locale: page.locale, route: '/', title: null }
  const t = useTranslations(page.locale)
  const organization = { name, tagline, seal: brand.seal, colours: completeTheme(brand.theme) }
  const text = buildCardText(shown, organization, t)
  const card = await makeShareCard(text, shown.image ?? share_image.src, findAvailablePicture)
  return {
    card,
    /** JSON-LD, escaped for a script element. */
    structuredData: isIndexed ? serializeGraph(await buildGraph(page, site, card)) : null,
    feed: findFeed(page, site.site.sections, t),
  }
}
export type PageDescription = Awaited<ReturnType<typeof describePage>>
