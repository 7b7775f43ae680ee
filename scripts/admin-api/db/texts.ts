import type { ActivityCard } from '#api/activity.ts'
import type { ArtistCard, ArtistConfig, ArtistDetail } from '#api/artist.ts'
import type { CourseCard } from '#api/course.ts'
import type { PerformanceCard, PerformanceDetail } from '#api/perform.ts'
import type {
  About,
  Banner,
  Business,
  BusinessCase,
  CalendarBanner,
  Init,
  Site,
} from '#api/site.ts'
import type { Image } from '#api/primitives.ts'

// The texts of items and pages in one language, as the JSON columns of `content_text` and `page`
// hold them: already in the form of the contract, so that reading needs no further work.

type Nothing = Record<never, never>

/** What lists show beside title and summary; `image` is poster, portrait or picture. */
export interface CardTexts {
  artist: Pick<ArtistCard, 'line' | 'latin_name'> & { image: Image }
  performance: Pick<PerformanceCard, 'subtitle' | 'author'> & { image: Image }
  course: Pick<CourseCard, 'subtitle'> & { image: Image }
  activity: Pick<ActivityCard, 'subtitle'> & { image: Image }
  artist_news: { image: Image }
  course_news: { image: Image }
  performance_news: { image: Image }
  business_case: Pick<BusinessCase, 'client'> & { image: Image }
}
export type TextKind = keyof CardTexts

/** What only the page of the item shows, beside its body. */
export interface DetailTexts {
  artist: Pick<ArtistDetail, 'works'>
  performance: Pick<PerformanceDetail, 'mood' | 'language_note' | 'cast' | 'creatives' | 'rules'>
  course: Nothing
  activity: Nothing
  artist_news: Nothing
  course_news: Nothing
  performance_news: Nothing
  business_case: Nothing
}

/** Pages that exist once. */
export interface PageTexts {
  site: { site: Site; links: Init['links']; default_city_id: number }
  banners: { banners: (Omit<Banner, 'period'> & { performance_id: number | null })[] }
  about: About
  business: Omit<Business, 'cases'>
  calendar: CalendarBanner
  season: Omit<ArtistConfig['season'], 'artists'> & { artist_ids: number[] }
  search: { words: string[] }
}
