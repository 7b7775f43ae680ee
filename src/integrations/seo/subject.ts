import type { ActivityContent } from '#content/activities.ts'
import type { ArtistContent } from '#content/artists.ts'
import type { CourseContent } from '#content/courses.ts'
import type { NewsContent } from '#content/news.ts'
import type { PerformanceContent } from '#content/performances.ts'
import type { Locale } from '#i18n/locales.ts'
import type { PagePath } from '#routes.ts'

/** The item that a page is about. */
export type SeoSubject =
  | { kind: 'performance'; item: PerformanceContent }
  | { kind: 'course'; item: CourseContent }
  | { kind: 'activity'; item: ActivityContent }
  | { kind: 'artist'; item: ArtistContent }
  | { kind: 'news'; item: NewsContent }

/** Metadata of a page. */
export interface PageInfo {
  locale: Locale
  route: PagePath
  /** The query with the id of the item or the page number. */
  query?: Record<string, string | number>
  /** Title without the name of the organisation; null for the home page. */
  title: string | null
  description?: string
  image?: string
  /** Languages that the page has texts in; all if omitted. */
  langs?: readonly Locale[]
  /** The item that the page is about, for structured data and the share card. */
  subject?: SeoSubject
}

/** The language of an item's text: that of the page, or of the original if there is no translation. */
export const getTextLocale = (langs: readonly Locale[] | undefined, locale: Locale): Locale =>
  langs === undefined || langs.includes(locale) ? locale : (langs[0] ?? locale)
