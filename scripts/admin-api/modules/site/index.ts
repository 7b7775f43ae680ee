import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import type { Handlers } from '../../mount.ts'
import { loadRuns } from '../perform/runs.ts'
import { loadRefs } from '../read/names.ts'
import { loadPage } from '../read/texts.ts'
import { UPLOAD_INFO } from '../upload/limits.ts'
import { loadBusinessCases } from './business-cases.ts'

export function createSiteHandlers({ db: database, signIn, services }: Deps) {
  const db = database.query
  return {
    'GET /api/index/init': async ({ lang, now }) => {
      const [cities, page] = await Promise.all([
        loadRefs(db, 'city', lang),
        loadPage(db, 'site', lang),
      ])
      const home = cities.find(({ id }) => id === page.default_city_id)
      if (!home) throw notFound()
      return {
        citys: cities,
        default_city: home,
        site: page.site,
        links: page.links,
        lang,
        viewurl: '/media/',
        upload: UPLOAD_INFO,
        sign_in: services.canLogIn ? signIn.describe(lang) : [],
        can_log_in: services.canLogIn,
        can_buy_online: services.canBuyOnline,
        server_time: formatTime(now),
      }
    },

    'GET /api/index/banner': async ({ lang }) => {
      const { banners } = await loadPage(db, 'banners', lang)
      const runs = await loadRuns(db)
      return {
        banners: banners.map(({ performance_id, ...banner }) => ({
          ...banner,
          period: (performance_id === null ? undefined : runs.get(performance_id)) ?? null,
        })),
      }
    },

    'POST /api/index/calendar': ({ lang }) => loadPage(db, 'calendar', lang),

    'GET /api/index/about': ({ lang }) => loadPage(db, 'about', lang),

    'GET /api/index/business': async ({ lang }) => {
      const [page, cases] = await Promise.all([
        loadPage(db, 'business', lang),
        loadBusinessCases(db, lang),
      ])
      return { ...page, cases }
    },
  } satisfies Partial<Handlers>
}
