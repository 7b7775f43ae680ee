import type { NewsCard } from '#api/news.ts'
import type { ImageObject, NewsArticle } from 'schema-dts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { NEWS_ROUTES } from '#routes.ts'
import { describeOrganizer, getPageUrl, type SeoContext } from './context.ts'
import { getTextLocale } from './subject.ts'

export type NewsFacts = Pick<
  NewsCard,
  'kind' | 'id' | 'langs' | 'title' | 'summary' | 'published_at' | 'subject'
>

interface Organization {
  name: string
  logo: ImageObject
}

export function buildNewsArticle(
  news: NewsFacts,
  organization: Organization,
  images: string[],
  context: SeoContext,
): NewsArticle {
  const { id, langs, title, summary, published_at, subject } = news
  const routes = NEWS_ROUTES[news.kind]
  const url = getPageUrl(context, routes.news, { id })
  return {
    '@type': 'NewsArticle',
    '@id': `${url}#article`,
    headline: title,
    description: summary,
    image: images,
    datePublished: published_at,
    inLanguage: LOCALE_TRAITS[getTextLocale(langs, context.locale)].htmlLang,
    url,
    mainEntityOfPage: url,
    author: describeOrganizer(context, organization.name),
    publisher: { ...describeOrganizer(context, organization.name), logo: organization.logo },
    ...(subject && {
      about: {
        '@type': 'Thing',
        name: subject.name,
        url: getPageUrl(context, routes.subject, { id: subject.id }),
      },
    }),
  }
}
