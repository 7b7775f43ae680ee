import { isShownPath, type Section } from '#api/sections.ts'
import { getBusiness } from '#api/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { getArtistNews, getSeason } from './artists.ts'
import { getActivityDates } from './activities.ts'
import { getCourseDates } from './courses.ts'
import { readContent } from './client.ts'
import { getPerformances } from './performances.ts'
import { readUnlessFaulty } from './query-cache/content-fault.ts'
import { getBanners, getSite } from './site.ts'
import { listUpcomingShows } from './upcoming-shows.ts'
import { takeFirst } from './take-first.ts'

/** Whether a link points to another site or to an enabled section. */
const isLinkShown = (address: string, sections: readonly Section[]): boolean =>
  !address.startsWith('/') || isShownPath(address.replace(/[?#].*$/, ''), sections)

/** Reads the content of the home page. */
export async function getHome(locale: Locale) {
  const [site, banners, performances, upcoming, dates, activityDates, season, news, business] =
    await Promise.all([
      getSite(locale),
      getBanners(locale),
      getPerformances(locale),
      listUpcomingShows(locale),
      getCourseDates(locale, 24),
      getActivityDates(locale, 4),
      getSeason(locale),
      getArtistNews(locale, 3),
      // A fault of that page must not concern this one.
      readUnlessFaulty(readContent(getBusiness, locale)),
    ])
  return {
    sections: site.site.sections,
    acts: site.site.home_acts,
    banners: banners.filter(({ link }) => isLinkShown(link.href, site.site.sections)),
    membership: {
      ...site.site.membership,
      canBuyOnline: site.can_buy_online,
      seal: site.site.brand.seal,
    },
    performances: [...performances.on_sale, ...performances.coming].slice(0, 5),
    upcoming: site.site.sections.includes('performances') ? upcoming : [],
    // One date of each course, so that one course does not fill the list.
    courseDates: takeFirst(dates, ({ course }) => course.id).slice(0, 4),
    activityDates,
    artists: season.artists.slice(0, 5),
    news,
    business,
  }
}
export type HomeContent = Awaited<ReturnType<typeof getHome>>
