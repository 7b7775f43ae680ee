import type { Locale } from '#api/language.ts'
import type { BusinessCase } from '#api/site.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import type { Handlers } from '../../mount.ts'
import { loadRefs } from '../read/names.ts'
import { loadPage, readCard, selectItemTexts } from '../read/texts.ts'
import { UPLOAD_INFO } from '../upload/limits.ts'

/** First and last show of each performance, without cancelled and moved shows. */
async function loadRuns(db: Reader) {
  const rows = await db
    .selectFrom('show')
    .select(({ fn }) => [
      'performance_id',
      fn.min<number>('starts_at').as('from'),
      fn.max<number>('starts_at').as('to'),
    ])
    .where('published', '=', 1)
    .where('cancelled', '=', 0)
    .where('moved', '=', 0)
    .groupBy('performance_id')
    .execute()
  return new Map(
    rows.map((row) => [row.performance_id, { from: formatTime(row.from), to: formatTime(row.to) }]),
  )
}

/** All published business cases, latest year first. */
async function loadBusinessCases(db: Reader, lang: Locale): Promise<BusinessCase[]> {
  const rows = await db
    .selectFrom('business_case')
    .innerJoin(selectItemTexts('business_case', lang), 'text.item_id', 'business_case.id')
    .select(['business_case.id', 'langs', 'year', 'title', 'summary', 'card', 'body'])
    .where('business_case.published', '=', 1)
    .orderBy('year', 'desc')
    .orderBy('business_case.id')
    .execute()
  return rows.map((row) => {
    const { client, image } = readCard('business_case', row.card)
    return {
      id: row.id,
      langs: readJson(row.langs),
      title: row.title,
      client,
      year: row.year,
      summary: row.summary,
      image,
      body: readJson(row.body),
    }
  })
}

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
