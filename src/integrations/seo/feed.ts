import { generateAtomFeed } from 'feedsmith'
import { NewsKindSchema, type NewsCard, type NewsKind } from '#api/news.ts'
import type { Section } from '#api/sections.ts'
import { buildConfig } from '#content/build-config.ts'
import { listNews } from '#content/news.ts'
import { getSite } from '#content/site.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import type { Translate } from '#i18n/messages.ts'
import { useTranslations } from '#i18n/translate.ts'
import { NEWS_ROUTES, type PagePath } from '#routes.ts'
import { toAbsolute, getPageUrl, type SeoContext } from './context.ts'
import { removeControlCharacters } from './xml.ts'

export const NEWS_KINDS = NewsKindSchema.options
const FEED_SIZE = 30
/** Atom requires `updated`, even for an empty feed. */
const NEVER = '1970-01-01T00:00:00Z'

/** The path of the news feed of a kind. */
export const getFeedPath = (kind: NewsKind, locale: Locale): string =>
  localizePath(`/feeds/${kind}-news.xml`, locale)

const FEEDS: Partial<Record<PagePath, NewsKind>> = {
  '/artist/home': 'artist',
  '/artist/detail': 'artist',
  '/artist/masonry': 'artist',
  '/news/detail': 'artist',
  '/course/home': 'course',
  '/course/detail': 'course',
  '/course/newDetail': 'course',
  '/drama/home': 'performance',
  '/drama/detail': 'performance',
  '/news/perform-detail': 'performance',
}

/** Finds the news feed that belongs to a page; null for sites without news. */
export function findFeed(
  { route, locale }: { route: PagePath; locale: Locale },
  sections: readonly Section[],
  t: Translate,
) {
  const kind = sections.includes('news') ? FEEDS[route] : undefined
  return kind ? { href: getFeedPath(kind, locale), title: t(`seo:news_${kind}`) } : null
}

const text = (value: string) => ({ value: removeControlCharacters(value) })

function describeEntry(news: NewsCard, context: SeoContext) {
  const url = getPageUrl(context, NEWS_ROUTES[news.kind].news, { id: news.id })
  return {
    id: url,
    title: text(news.title),
    links: [{ rel: 'alternate', type: 'text/html', href: url }],
    published: news.published_at,
    updated: news.published_at,
    summary: text(news.summary),
    categories: news.subject ? [{ term: removeControlCharacters(news.subject.name) }] : [],
  }
}

interface FeedFacts {
  kind: NewsKind
  title: string
  organization: string
}

/** Writes an Atom feed of the newest news of a kind with text in the feed's language. */
export function writeFeed(
  news: readonly NewsCard[],
  { kind, title, organization }: FeedFacts,
  context: SeoContext,
): string {
  const { locale } = context
  const shown = news
    .filter(({ langs }) => langs.includes(locale))
    .toSorted((a, b) => Date.parse(b.published_at) - Date.parse(a.published_at))
    .slice(0, FEED_SIZE)
  const self = toAbsolute(getFeedPath(kind, locale), context)
  const list = getPageUrl(context, NEWS_ROUTES[kind].news)
  return generateAtomFeed({
    xml: { lang: LOCALE_TRAITS[locale].htmlLang },
    id: self,
    title: text(`${title} · ${organization}`),
    updated: shown[0]?.published_at ?? NEVER,
    authors: [{ name: removeControlCharacters(organization) }],
    links: [
      { rel: 'self', type: 'application/atom+xml', href: self },
      { rel: 'alternate', type: 'text/html', href: list },
    ],
    entries: shown.map((item) => describeEntry(item, context)),
  })
}

/** Makes the feed of a kind of news in one language. */
export async function makeNewsFeed(kind: NewsKind, locale: Locale): Promise<string> {
  const t = useTranslations(locale)
  const { site } = await getSite(locale)
  const facts = { kind, title: t(`seo:news_${kind}`), organization: site.name }
  const news = await listNews(kind, locale)
  return writeFeed(news, facts, { locale, origin: buildConfig.siteUrl })
}
