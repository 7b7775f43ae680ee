import type { Locale } from '#i18n/locales.ts'
import { getArtistNews, getSeason } from './artists.ts'
import { getActivityDates } from './activities.ts'
import { getCourseDates } from './courses.ts'
import { getBusinessPage } from './pages.ts'
import { getPerformances } from './performances.ts'
import { getBanners, getSite } from './site.ts'

/** Everything that the home page shows. */
export async function getHome(locale: Locale) {
  const [site, banners, performances, dates, activityDates, season, news, business] =
    await Promise.all([
      getSite(locale),
      getBanners(locale),
      getPerformances(locale),
      getCourseDates(locale, 24),
      getActivityDates(locale, 4),
      getSeason(locale),
      getArtistNews(locale, 3),
      getBusinessPage(locale),
    ])
  return {
    banners,
    membership: { ...site.site.membership, canBuyOnline: site.can_buy_online },
    performances: [...performances.on_sale, ...performances.coming].slice(0, 5),
    courseDates: dates,
    activityDates,
    artists: season.artists.slice(0, 5),
    news,
    business,
  }
}
export type HomeContent = Awaited<ReturnType<typeof getHome>>
