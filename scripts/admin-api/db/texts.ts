import type { ActivityCard } from '#api/activity.ts'
import type { ArtistCard, ArtistConfig, ArtistDetail } from '#api/artist.ts'
import type { CourseCard } from '#api/course.ts'
import type { NewsKind } from '#api/news.ts'
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

// Types of the JSON columns of `content_text` and `page`: texts of items and pages in one language. They
// have the shape of the API contract, so that they are sent without conversion.

type NoTexts = Record<never, never>

/** Texts of list cards besides title and summary; `image` is the poster, portrait or picture. */
export interface CardTexts extends Record<`${NewsKind}_news`, { image: Image }> {
  artist: Pick<ArtistCard, 'line' | 'latin_name'> & { image: Image }
  performance: Pick<PerformanceCard, 'subtitle' | 'author'> & { image: Image }
  course: Pick<CourseCard, 'subtitle'> & { image: Image }
  activity: Pick<ActivityCard, 'subtitle'> & { image: Image }
  business_case: Pick<BusinessCase, 'client'> & { image: Image }
}
export type TextKind = keyof CardTexts

/** Texts of an item's page besides the card texts and the body. */
export interface DetailTexts extends Record<Exclude<TextKind, 'artist' | 'performance'>, NoTexts> {
  artist: Pick<ArtistDetail, 'works'>
  performance: Pick<PerformanceDetail, 'mood' | 'language_note' | 'cast' | 'creatives' | 'rules'>
}

/** Texts of singleton pages and settings. */
export interface PageTexts {
  site: { site: Site; links: Init['links']; default_city_id: number }
  banners: { banners: (Omit<Banner, 'period'> & { performance_id: number | null })[] }
  about: About
  business: Omit<Business, 'cases'>
  calendar: CalendarBanner
  season: Omit<ArtistConfig['season'], 'artists'> & { artist_ids: number[] }
  search: { words: string[] }
}
