import { getActivityDetail } from '#api/activity.ts'
import { getArtistList } from '#api/artist.ts'
import { getCourseCalendar, getPerformCalendar, type CalendarMonth } from '#api/calendar.ts'
import { getCourseDetail } from '#api/course.ts'
import { getPerformDetail } from '#api/perform.ts'
import type { Place } from '#api/primitives.ts'
import { getCalendarBanner, getInit } from '#api/site.ts'
import { writeEvent } from '#calendar-file/ics.ts'
import { formatPlace } from '#i18n/format-place.ts'
import type { Locale } from '#i18n/locales.ts'
import { DATED_ITEM_ROUTES, href } from '#routes.ts'
import { listActivityIds } from './activities.ts'
import { derive } from './query-cache.ts'
import { readUnlessFaulty } from './query-cache/content-fault.ts'
import { listArtistIds } from './artists.ts'
import { buildConfig } from './build-config.ts'
import { readContent } from './client.ts'
import { listCourseIds } from './courses.ts'
import { readList } from './paging.ts'
import { listPerformanceIds } from './performances.ts'
import { preparePicture } from './pictures.ts'
import { isWithdrawn } from './show-filter.ts'
import { getMediaBase } from './site.ts'

export function getNextMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
}

/** Reads a month of both calendars; defaults to the current month of the venue. */
async function readMonth(locale: Locale, month?: string): Promise<CalendarMonth> {
  const query = month === undefined ? {} : { month }
  const [performances, courses] = await Promise.all([
    readContent(getPerformCalendar, locale, undefined, query),
    readContent(getCourseCalendar, locale, query),
  ])
  return { ...courses, entries: [...performances.entries, ...courses.entries] }
}

/** The calendar page: banner, cities, the current month and the next. */
export async function getCalendar(locale: Locale) {
  const banner = await readContent(getCalendarBanner, locale)
  const { citys } = await readContent(getInit, locale)
  const current = await readMonth(locale)
  const next = await readMonth(locale, getNextMonth(current.month))
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

function describeItem(kind: FeedKind, item: Item, dates: DateOfItem[], locale: Locale) {
  const { id, title, artists = [], server_time: asOf } = item
  const host = new URL(buildConfig.siteUrl).host
  const url = buildConfig.siteUrl + href(DATED_ITEM_ROUTES[kind], locale, { id })
  return {
    kind,
    id,
    title,
    artistIds: artists.map((artist) => artist.id),
    // Written here, because each event is in several files, and an edit changes only a few.
    events: dates.map(({ note = null, place, ...date }) =>
      writeEvent({
        // Stable across builds, so that calendar applications recognise known events.
        uid: `${kind}-${id}-${date.id}@${host}`,
        title: note === null ? title : `${title} · ${note}`,
        startsAt: date.starts_at,
        endsAt: date.ends_at,
        location: formatPlace(place, ' · '),
        url,
        // Calendar applications have no state for a rescheduled show, whose new time is another event.
        isCancelled: isWithdrawn(date.state),
        // Subscribers refetch the whole file, and DTSTAMP identifies the newer version.
        sequence: 0,
        asOf,
      }),
    ),
  }
}

type DatedItem = ReturnType<typeof describeItem>

/** Reads an item, as a derived query because several files share it; null for a faulty item. */
const getItem = (kind: FeedKind, id: number, locale: Locale): Promise<DatedItem | null> =>
  derive(`dates of ${kind} ${id} ${locale}`, () => readUnlessFaulty(readItem(kind, id, locale)))

async function readItem(kind: FeedKind, id: number, locale: Locale): Promise<DatedItem> {
  const query = { id: String(id) }
  switch (kind) {
    case 'performance': {
      const item = await readContent(getPerformDetail, locale, query)
      return describeItem(kind, item, item.shows, locale)
    }
    case 'course': {
      const item = await readContent(getCourseDetail, locale, query)
      return describeItem(kind, item, item.dates, locale)
    }
    case 'activity': {
      const item = await readContent(getActivityDetail, locale, query)
      return describeItem(kind, item, item.dates, locale)
    }
  }
}

const LIST_IDS = {
  performance: listPerformanceIds,
  course: listCourseIds,
  activity: listActivityIds,
} as const satisfies Record<FeedKind, (locale: Locale) => Promise<number[]>>
const KINDS = ['performance', 'course', 'activity'] as const satisfies FeedKind[]

async function listItems(locale: Locale, kinds: readonly FeedKind[]): Promise<DatedItem[]> {
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const ids = await LIST_IDS[kind](locale)
      return Promise.all(ids.map((id) => getItem(kind, id, locale)))
    }),
  )
  return lists.flat().filter((item) => item !== null)
}

const listArtists = (locale: Locale) =>
  derive(`artist names ${locale}`, async () => {
    const artists = await readList(getArtistList, locale)
    return artists.map(({ id, name }) => ({ id, name }))
  })

/** Maps each artist to the items with that artist. */
const listItemsByArtist = (locale: Locale) =>
  derive(`items by artist ${locale}`, async () => {
    const items: Record<number, { kind: FeedKind; id: number }[]> = {}
    for (const { kind, id, artistIds } of await listItems(locale, KINDS)) {
      for (const artist of new Set(artistIds)) (items[artist] ??= []).push({ kind, id })
    }
    return items
  })

/** The name and the items of an artist; null for an unknown id. */
const findArtist = (locale: Locale, id: number) =>
  derive(`artist ${id} ${locale}`, async () => {
    const artist = (await listArtists(locale)).find((one) => one.id === id)
    return artist ? { name: artist.name, items: (await listItemsByArtist(locale))[id] ?? [] } : null
  })

const KIND_FEEDS: Readonly<Record<string, readonly FeedKind[]>> = {
  all: KINDS,
  performances: ['performance'],
  courses: ['course'],
  activities: ['activity'],
}

/** Names of the feeds by kind; `all` is for all kinds. */
export const FEED_NAMES = ['all', 'performances', 'courses', 'activities'] as const

/** Lists all calendar files of a language: for the venue, each kind, each item and each artist. */
export async function listFeedNames(locale: Locale): Promise<string[]> {
  const items = await Promise.all(
    KINDS.map(async (kind) => (await LIST_IDS[kind](locale)).map((id) => `${kind}-${id}`)),
  )
  const artists = (await listArtistIds(locale)).map((id) => `artist-${id}`)
  return [...FEED_NAMES, ...items.flat(), ...artists]
}

/**
 * Reads one calendar file.
 * @param name one of `listFeedNames`
 * @returns its content; `title` is null for files of a kind or of the venue
 */
export async function getFeed(locale: Locale, name: string) {
  const kinds = KIND_FEEDS[name]
  if (kinds) return { title: null, events: sortEvents(await listItems(locale, kinds)) }
  const [of, number] = name.split('-')
  const id = Number(number)
  const kind = KINDS.find((one) => one === of)
  if (kind) {
    const item = await getItem(kind, id, locale)
    // For a faulty item, this read throws its fault.
    const { title, events } = item ?? (await readItem(kind, id, locale))
    return { title, events }
  }
  const artist = await findArtist(locale, id)
  if (!artist) throw new Error(`${name} is not a calendar file`)
  const own = await Promise.all(artist.items.map((item) => getItem(item.kind, item.id, locale)))
  const events = sortEvents(own.filter((item) => item !== null))
  return { title: artist.name, events }
}

function sortEvents(items: readonly DatedItem[]): DatedItem['events'] {
  return items
    .flatMap(({ events }) => events.map((event) => ({ event, time: Date.parse(event.startsAt) })))
    .toSorted((one, other) => one.time - other.time)
    .map(({ event }) => event)
}
