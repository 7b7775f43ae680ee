import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { listNews, loadNewsDetail } from '../news/news.ts'
import { describeApplication } from '../read/apply-info.ts'
import { findCoursePeriod } from './apply-info.ts'
import { loadCourseCalendar } from './calendar.ts'
import { loadCourseDetail } from './detail.ts'
import { listCourseDates, listCourses, loadCourseIndex } from './listing.ts'

export function createCourseHandlers(deps: Deps) {
  const db = deps.db.query
  return {
    'GET /api/course/index': ({ lang, now }) => loadCourseIndex(db, { lang, now }),

    'GET /api/course/list': ({ query, lang, now }) => listCourses(db, { ...query, lang, now }),

    'GET /api/course/detail': ({ query, lang, now }) =>
      loadCourseDetail(db, { ...query, lang, now }),

    'GET /api/course/calendar': ({ query, lang, now }) =>
      loadCourseCalendar(db, { ...query, lang, now }),

    'POST /api/course/calendar': ({ body, lang, now }) =>
      loadCourseCalendar(db, { ...body, lang, now }),

    'GET /api/course/datelist': ({ query, lang, now }) =>
      listCourseDates(db, { ...query, lang, now }),

    'GET /api/course/news_detail': ({ query, lang }) =>
      loadNewsDetail(db, { kind: 'course', id: query.id, lang }),

    'GET /api/course/news_list': ({ query, lang }) =>
      listNews(db, { kind: 'course', ...query, lang }),

    'GET /api/course/applyinfo': async ({ query, user, lang, now }) => {
      const course = { ...query, userId: user?.id ?? null, now }
      const period = await findCoursePeriod(db, course)
      return describeApplication(db, { kind: 'course', ...course, ...period, lang })
    },
  } satisfies Partial<Handlers>
}
