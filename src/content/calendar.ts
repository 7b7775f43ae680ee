import { getActivityDetail } from '#api/activity.ts'
import { getArtistList } from '#api/artist.ts'
import { getCourseCalendar, getPerformCalendar, type CalendarMonth } from '#api/calendar.ts'
import { getCourseDetail } from '#api/course.ts'
import { getPerformDetail } from '#api/perform.ts'
import type { Place } from '#api/primitives.ts'
import { getCalendarBanner, getInit } from '#api/site.ts'
import type { Locale } from '#i18n/locales.ts'
import { href, type RoutePath } from '#routes.ts'
import { listActivityIds } from './activities.ts'
import { buildConfig } from './build-config.ts'
import { readContent } from './client.ts'
import { listCourseIds } from './courses.ts'
import { readAllPages } from './paging.ts'
import { listPerformanceIds } from './performances.ts'
import { preparePicture } from './pictures.ts'
import { getMediaBase } from './site.ts'

function followingMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
}

/** A month of both calendars as one; the current month of the house when left out. */
async function readMonth(locale: Locale, month?: string): Promise<CalendarMonth> {
  const wanted = month === undefined ? {} : { month }
  const [performances, courses] = await Promise.all([
    readContent(getPerformCalendar, locale, undefined, wanted),
    readContent(getCourseCalendar, locale, wanted),
  ])
  return { ...courses, entries: [...performances.entries, ...courses.entries] }
}

/** The calendar page: banner, cities, the current month and the next. */
export async function getCalendar(locale: Locale) {
  const banner = await readContent(getCalendarBanner, locale)
  const { citys } = await readContent(getInit, locale)
  const current = await readMonth(locale)
  const next = await readMonth(locale, followingMonth(current.month))
  return {
    banner: {
      ...banner,
      hero: await preparePicture(banner.hero, await getMediaBase(locale), 'hero'),
    },
    cities: citys,
    current,
    next,
  }
}

type FeedKind = 'performance' | 'course' | 'activity'

/** One dated thing of a calendar file. */
export interface FeedEvent {
  /** Stays the same over builds, so that calendars recognise what they hold already. */
  uid: string
  title: string
  startsAt: string
  endsAt: string
  location: string
  url: string
  isCancelled: boolean
  /** When this was true. */
  asOf: string
}

interface DatedItem {
  kind: FeedKind
  id: number
  title: string
  artistIds: number[]
  events: FeedEvent[]
}

interface DateOfItem {
  id: number
  starts_at: string
  ends_at: string
  place: Place
  note?: string | null
  state?: string
}

interface Item {
  id: number
  title: string
  artists?: { id: number }[]
  server_time: string
}

const ITEM_ROUTES = {
  performance: '/drama/detail',
  course: '/course/detail',
  activity: '/course/activity',
} as const satisfies Record<FeedKind, RoutePath>

function describeItem(kind: FeedKind, item: Item, dates: DateOfItem[], locale: Locale): DatedItem {
  const { id, title, artists = [], server_time: asOf } = item
  const host = new URL(buildConfig.siteUrl).host
  const url = buildConfig.siteUrl + href(ITEM_ROUTES[kind], locale, { id })
  return {
    kind,
    id,
    title,
    artistIds: artists.map((artist) => artist.id),
    events: dates.map(({ note = null, place, ...date }) => ({
      uid: `${kind}-${id}-${date.id}@${host}`,
      title: note === null ? title : `${title} · ${note}`,
      startsAt: date.starts_at,
      endsAt: date.ends_at,
      location: [`${place.venue.name} ${place.hall.name}`, place.address, place.city.name].join(
        ', ',
      ),
      url,
      isCancelled: date.state === 'cancelled',
      asOf,
    })),
  }
}

async function listItems(locale: Locale): Promise<DatedItem[]> {
  const [performances, courses, activities] = await Promise.all([
    listPerformanceIds(locale),
    listCourseIds(locale),
    listActivityIds(locale),
  ])
  const ask = (id: number) => ({ id: String(id) })
  return Promise.all([
    ...performances.map(async (id) => {
      const item = await readContent(getPerformDetail, locale, ask(id))
      return describeItem('performance', item, item.shows, locale)
    }),
    ...courses.map(async (id) => {
      const item = await readContent(getCourseDetail, locale, ask(id))
      return describeItem('course', item, item.dates, locale)
    }),
    ...activities.map(async (id) => {
      const item = await readContent(getActivityDetail, locale, ask(id))
      return describeItem('activity', item, item.dates, locale)
    }),
  ])
}

/** What a calendar file holds: `title` is null for everything of a kind, or of the house. */
export interface Feed {
  name: string
  title: string | null
  events: FeedEvent[]
}

const KIND_FEEDS = [
  ['all', ['performance', 'course', 'activity']],
  ['performances', ['performance']],
  ['courses', ['course']],
  ['activities', ['activity']],
] as const satisfies [string, FeedKind[]][]

/** Names of the files for everything of a kind. */
export const FEED_NAMES = KIND_FEEDS.map(([name]) => name)

/** Every calendar file of a language: for the house, each kind, each item and each artist. */
export async function getFeeds(locale: Locale): Promise<Feed[]> {
  const items = await listItems(locale)
  const artists = await readAllPages((page) =>
    readContent(getArtistList, locale, { page: String(page), size: '100' }),
  )
  const collect = (isWanted: (item: DatedItem) => boolean) =>
    items
      .filter(isWanted)
      .flatMap(({ events }) => events)
      .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  return [
    ...KIND_FEEDS.map(([name, kinds]: readonly [string, readonly FeedKind[]]) => ({
      name,
      title: null,
      events: collect(({ kind }) => kinds.includes(kind)),
    })),
    ...items.map(({ kind, id, title, events }) => ({ name: `${kind}-${id}`, title, events })),
    ...artists.map(({ id, name }) => ({
      name: `artist-${id}`,
      title: name,
      events: collect(({ artistIds }) => artistIds.includes(id)),
    })),
  ]
}
