import type { APIRoute } from 'astro'
import type { AnnouncedShow } from '#config.ts'
import { listUpcomingShows } from '#content/upcoming-shows.ts'
import { formatMoment } from '#i18n/format.ts'
import { href } from '#routes.ts'

/** The next shows. The menu announces the first one that has not started. */
export const GET: APIRoute = async ({ locals: { locale } }) => {
  const shows: AnnouncedShow[] = (await listUpcomingShows(locale)).map((show) => ({
    startsAt: show.startsAt,
    when: formatMoment(show.startsAt, locale),
    title: show.title,
    place: show.place,
    href: href('/drama/detail', locale, { id: show.performanceId }),
    art: `performance-${show.performanceId}`,
  }))
  return Response.json(shows)
}
