import type { NewsKind } from '#api/news.ts'
import type { RoutePath } from '#routes.ts'

const ROUTES_OF_KIND: Record<NewsKind, { news: RoutePath; subject: RoutePath }> = {
  artist: { news: '/news/detail', subject: '/artist/detail' },
  course: { news: '/course/newDetail', subject: '/course/detail' },
  performance: { news: '/news/perform-detail', subject: '/drama/detail' },
}

/** The route of news items of a kind (`newDetail` is a course news item). */
export const getNewsRoute = (kind: NewsKind): RoutePath => ROUTES_OF_KIND[kind].news

/** The route of the subjects of news of a kind. */
export const getSubjectRoute = (kind: NewsKind): RoutePath => ROUTES_OF_KIND[kind].subject
