import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { listNews, loadNewsDetail } from '../news/news.ts'
import { loadPerformCalendar } from './calendar.ts'
import { loadPerformanceDetail } from './detail.ts'
import { listPerformances, loadPerformIndex } from './listing.ts'
import { loadTicketPlaces, loadTickets } from './ticket.ts'

export function createPerformHandlers(deps: Deps) {
  const db = deps.db.query
  return {
    'GET /api/perform/index': ({ lang, now }) => loadPerformIndex(db, { lang, now }),

    'GET /api/perform/list': ({ query, lang, now }) =>
      listPerformances(db, { ...query, lang, now }),

    'GET /api/perform/detail': ({ query, lang, now }) =>
      loadPerformanceDetail(db, { ...query, lang, now }),

    'GET /api/perform/ticket': ({ query, lang, now }) => loadTickets(db, { ...query, lang, now }),

    'GET /api/perform/ticket_query': ({ query, lang, now }) =>
      loadTicketPlaces(db, { showId: query.show_id, tierId: query.tier_id, lang, now }),

    'POST /api/perform/calendar': ({ body, lang, now }) =>
      loadPerformCalendar(db, { ...body, lang, now }),

    'GET /api/perform/news_detail': ({ query, lang }) =>
      loadNewsDetail(db, { kind: 'performance', id: query.id, lang }),

    'GET /api/perform/news_list': ({ query, lang }) =>
      listNews(db, { kind: 'performance', ...query, lang }),
  } satisfies Partial<Handlers>
}
