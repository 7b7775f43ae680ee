import type { NewsKind } from '#api/news.ts'
import type { RoutePath } from '#routes.ts'

/** The routes of each kind of news: a news item, and what it is about. */
export const newsRoutes = {
  artist: { news: '/news/detail', subject: '/artist/detail' },
  course: { news: '/course/newDetail', subject: '/course/detail' },
  performance: { news: '/news/perform-detail', subject: '/drama/detail' },
} as const satisfies Record<NewsKind, { news: RoutePath; subject: RoutePath }>
