import type { APIRoute, GetStaticPaths } from 'astro'
import { FEED_NAMES, getFeed, listFeedNames, type Feed } from '#content/calendar.ts'
import { getSiteName } from '#content/site.ts'
import { LOCALE_TRAITS, readLocale, type Locale } from '#i18n/locales.ts'
import { localeOfPath } from '#i18n/paths.ts'
import { useTranslations } from '#i18n/translate.ts'
import { writeCalendar } from '#calendar-file/ics.ts'

export const getStaticPaths = (async ({ routePattern }) => {
  const names = await listFeedNames(localeOfPath(routePattern))
  return names.map((name) => ({ params: { name } }))
}) satisfies GetStaticPaths

function titleOf({ name, title }: Feed, locale: Locale): string {
  const t = useTranslations(locale)
  const kind = FEED_NAMES.find((candidate) => candidate === name)
  return title ?? t(`calendar:feed_${kind ?? 'all'}`)
}

/** One calendar file, to open or to subscribe to. */
export const GET: APIRoute = async ({ params: { name = '' }, currentLocale }) => {
  const locale = readLocale(currentLocale)
  const feed = await getFeed(locale, name)
  const site = await getSiteName(locale)
  const text = writeCalendar({
    site,
    name: `${titleOf(feed, locale)} · ${site}`,
    lang: LOCALE_TRAITS[locale].htmlLang,
    events: feed.events,
  })
  return new Response(text, { headers: { 'content-type': 'text/calendar; charset=utf-8' } })
}
