import type { EndpointKey } from '#api/index.ts'

/** Calls of the specification without which a site works (docs/own-admin-api.md, section 4). */
export const OPTIONAL_CALLS: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /api/course/calendar',
])

/** The calls of a build, which every site needs, even without members. */
export const READ_ONLY_CALLS: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'GET /api/index/init',
  'GET /api/index/banner',
  'POST /api/index/calendar',
  'GET /api/index/about',
  'GET /api/index/business',
  'GET /api/perform/index',
  'GET /api/perform/list',
  'GET /api/perform/detail',
  'GET /api/perform/ticket',
  'POST /api/perform/calendar',
  'GET /api/perform/news_list',
  'GET /api/perform/news_detail',
  'GET /api/course/index',
  'GET /api/course/list',
  'GET /api/course/detail',
  'GET /api/course/datelist',
  'GET /api/course/calendar',
  'GET /api/course/news_list',
  'GET /api/course/news_detail',
  'GET /api/course/applyinfo',
  'GET /api/course/activity_datelist',
  'GET /api/course/activity_detail',
  'GET /api/course/activity_applyinfo',
  'GET /api/artist/config',
  'GET /api/artist/artist_list',
  'GET /api/artist/artist_detail',
  'GET /api/artist/news_list',
  'GET /api/artist/news_detail',
  'GET /api/search/recommend',
])
