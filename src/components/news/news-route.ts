import type { NewsKind } from '#api/news.ts'
import type { RoutePath } from '#routes.ts'

const ROUTE_OF_KIND: Record<NewsKind, RoutePath> = {
  artist: '/news/detail',
  course: '/course/newDetail',
  performance: '/news/perform-detail',
}

/** The route that shows news of a kind (glossary: `newDetail` is a course news item). */
export const newsRouteOf = (kind: NewsKind): RoutePath => ROUTE_OF_KIND[kind]
