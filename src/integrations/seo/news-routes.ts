import type { NewsKind } from '#api/news.ts'
import type { RoutePath } from '#routes.ts'

/** The routes of each kind of news: of the news item and of its subject. */
export const newsRoutes = {
  artist: { news: '/news/detail', subject: '/artist/detail' },
  course: { news: '/course/newDetail', subject: '/course/detail' },
  performance: { news: '/news/perform-detail', subject: '/drama/detail' },
} as const satisfies Record<NewsKind, { news: RoutePath; subject: RoutePath }>
