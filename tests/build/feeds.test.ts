import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { describe, expect, inject, test } from 'vitest'
import { getActivityDetail } from '#api/activity.ts'
import { getArtistList } from '#api/artist.ts'
import { getCourseCalendar, getPerformCalendar } from '#api/calendar.ts'
import { getCourseDetail } from '#api/course.ts'
import { getPerformDetail } from '#api/perform.ts'
import { SITE_LOCALES, type Locale, getPrefix } from '#i18n/locales.ts'
import { formatDate, formatTime, getVenueTimeZone } from '#i18n/format.ts'
import { getFile, readPage, readPages } from '#tests/support/release.ts'
import { createApiClient, getData } from './call-api.ts'

const { release, site } = inject('stack')

const getPath = (name: string, locale: Locale) => `${getPrefix(locale)}/calendar/ics/${name}.ics`

/** Events of a calendar file, read by an independent parser. */
function readEvents(name: string, locale: Locale): ICAL.Event[] {
  const text = readFileSync(join(release, getPath(name, locale)), 'utf8')
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

/** Ids of the items that have a page in a folder. */
const idsBelow = (folder: string, locale: Locale): string[] =>
  readPages(release)
    .filter((page) => page.locale === locale)
    .flatMap(({ file }) => new RegExp(`(?:^|/)${folder}/(\\d+)\\.html$`).exec(file)?.[1] ?? [])

const listTimes = (events: ICAL.Event[]) =>
  events.map(({ startDate, endDate }) =>
    [startDate, endDate].map((time) => time.toJSDate().toISOString()),
  )
const timesOfDates = (dates: { starts_at: string; ends_at: string }[]) =>
  dates.map(({ starts_at, ends_at }) =>
    [starts_at, ends_at].map((time) => new Date(time).toISOString()),
  )

describe.each(SITE_LOCALES)('calendar files in %s', (locale) => {
  const call = createApiClient(locale)

  test("contain every show of a performance in the venue's time", async () => {
    const ids = idsBelow('drama/detail', locale)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) {
      const { title, shows } = getData(await call(getPerformDetail, { query: { id } }))
      const events = readEvents(`performance-${id}`, locale)
      expect(listTimes(events)).toEqual(timesOfDates(shows))
      for (const [index, event] of events.entries()) {
        const start = shows[index]?.starts_at ?? ''
        expect(event.summary).toContain(title)
        expect(event.startDate.zone.tzid).toBe(getVenueTimeZone())
        expect(event.startDate.toString()).toBe(
          `${formatDate(start, 'zh-cn').replaceAll('.', '-')}T${formatTime(start)}:00`,
        )
      }
    }
  })

  test('mark cancelled and rescheduled shows as cancelled', async () => {
    const statuses = new Map<string, unknown>()
    for (const id of idsBelow('drama/detail', locale)) {
      const { shows } = getData(await call(getPerformDetail, { query: { id } }))
      for (const [index, { component }] of readEvents(`performance-${id}`, locale).entries()) {
        statuses.set(shows[index]?.state ?? '', component.getFirstPropertyValue('status'))
      }
    }
    expect(statuses.get('on_sale')).toBe('CONFIRMED')
    expect(statuses.get('cancelled')).toBe('CANCELLED')
    expect(statuses.get('moved')).toBe('CANCELLED')
  })

  test('contain every date of a course and an activity', async () => {
    for (const id of idsBelow('course/detail', locale)) {
      const { dates } = getData(await call(getCourseDetail, { query: { id } }))
      expect(listTimes(readEvents(`course-${id}`, locale))).toEqual(timesOfDates(dates))
    }
    for (const id of idsBelow('course/activity', locale)) {
      const { dates } = getData(await call(getActivityDetail, { query: { id } }))
      expect(listTimes(readEvents(`activity-${id}`, locale))).toEqual(timesOfDates(dates))
    }
  })

  test('of the whole venue contain every event once', () => {
    const listUids = (name: string) => readEvents(name, locale).map(({ uid }) => uid)
    const all = listUids('all')
    const kinds = ['performances', 'courses', 'activities'].flatMap(listUids)
    expect(all.length).toBeGreaterThan(0)
    expect(new Set(all).size).toBe(all.length)
    expect(all.toSorted()).toEqual(kinds.toSorted())
  })

  test('exist for every artist, with their shows, and are linked from artists with dates', async () => {
    const { items } = getData(await call(getArtistList, { query: { size: '100' } }))
    const sizes = items.map(({ id }) => {
      const path = getPath(`artist-${id}`, locale)
      expect(existsSync(join(release, path))).toBe(true)
      const { length } = readEvents(`artist-${id}`, locale)
      const { root } = readPage(release, getFile(`/artist/detail/${id}`, locale))
      expect(root.querySelectorAll(`a[href="${path}"]`)).toHaveLength(length > 0 ? 1 : 0)
      return length
    })
    expect(Math.max(...sizes)).toBeGreaterThan(0)
  })

  test('are served as text/calendar', async () => {
    const response = await fetch(site + getPath('all', locale))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(await response.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
  })

  test('are linked from the calendar, which shows the current and the next month', async () => {
    const { root, html } = readPage(release, getFile('/calendar/calendar', locale))
    for (const name of ['all', 'performances', 'courses', 'activities']) {
      expect(root.querySelector(`a[href="${getPath(name, locale)}"]`), name).not.toBeNull()
    }
    const current = getData(await call(getPerformCalendar, { body: {} }))
    const courses = getData(await call(getCourseCalendar, { query: {} }))
    const cells = root.querySelectorAll('.month-grid li')
    expect(cells).toHaveLength(current.entries.length + courses.entries.length)
    expect(html).toContain('static-month')
  })
})
