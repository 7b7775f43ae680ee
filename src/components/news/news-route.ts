import type { NewsKind } from '#api/news.ts'
import type { RoutePath } from '#routes.ts'

const ROUTES_OF_KIND: Record<NewsKind, { news: RoutePath; subject: RoutePath }> = {
  artist: { news: '/news/detail', subject: '/artist/detail' },
  course: { news: '/course/newDetail', subject: '/course/detail' },
  performance: { news: '/news/perform-detail', subject: '/drama/detail' },
}

/** The route that shows news of a kind (glossary: `newDetail` is a course news item). */
export const newsRouteOf = (kind: NewsKind): RoutePath => ROUTES_OF_KIND[kind].news

/** The route that shows what news of a kind are about. */
export const subjectRouteOf = (kind: NewsKind): RoutePath => ROUTES_OF_KIND[kind].subject
