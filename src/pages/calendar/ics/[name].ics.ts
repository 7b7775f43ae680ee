import type { APIRoute, GetStaticPaths } from 'astro'
import { FEED_NAMES, getFeed, listFeedNames } from '#content/calendar.ts'
import { getSiteName } from '#content/site.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { getPathLocale } from '#i18n/paths.ts'
import { writeCalendar } from '#calendar-file/ics.ts'

export const getStaticPaths = (async ({ routePattern }) => {
  const names = await listFeedNames(getPathLocale(routePattern))
  return names.map((name) => ({ params: { name } }))
}) satisfies GetStaticPaths

/** One calendar file, to open or to subscribe to. */
export const GET: APIRoute = async ({ params: { name = '' }, locals: { locale, t } }) => {
  const feed = await getFeed(locale, name)
  const site = await getSiteName(locale)
  const kind = FEED_NAMES.find((one) => one === name)
  const title = feed.title ?? t(`calendar:feed_${kind ?? 'all'}`)
  const text = writeCalendar({
    site,
    name: `${title} · ${site}`,
    lang: LOCALE_TRAITS[locale].htmlLang,
    events: feed.events,
  })
  return new Response(text, { headers: { 'content-type': 'text/calendar; charset=utf-8' } })
}
