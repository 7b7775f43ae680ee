import { getActivityApplyInfo } from '#api/activity-application.ts'
import { getActivityDateList, getActivityDetail, type ActivityDate } from '#api/activity.ts'
import type { Locale } from '#i18n/locales.ts'
import { derive } from './query-cache.ts'
import { preparePoster, preparePosters } from './cards.ts'
import { readContent } from './client.ts'
import { prepareBlocks } from './long-form.ts'
import { EARLIEST_DAY, readList } from './paging.ts'
import { getMediaBase } from './site.ts'

/** The first listed date of each activity. */
function takeFirst(dates: readonly ActivityDate[]): ActivityDate[] {
  const listedIds = new Set<number>()
  return dates.filter(({ activity: { id } }) => !listedIds.has(id) && listedIds.add(id))
}

const readAllDates = (locale: Locale) => readList(getActivityDateList, locale, EARLIEST_DAY)

/** Lists the next date of each activity; of past activities, the first one. */
export async function listAllActivityDates(locale: Locale): Promise<ActivityDate[]> {
  return takeFirst([
    ...(await readList(getActivityDateList, locale)),
    ...(await readAllDates(locale)),
  ])
}

/** Prepares the posters of the activities of dates. */
async function prepareDates(dates: ActivityDate[], locale: Locale) {
  const base = await getMediaBase(locale)
  return Promise.all(
    dates.map(async (date) => ({ ...date, activity: await preparePoster(date.activity, base) })),
  )
}

/** Returns the next date of each of the first `count` activities, with posters prepared. */
export async function getActivityDates(locale: Locale, count: number) {
  return prepareDates(
    takeFirst(await readList(getActivityDateList, locale)).slice(0, count),
    locale,
  )
}
export type ActivityDateContent = Awaited<ReturnType<typeof getActivityDates>>[number]

/** Lists all published activities, including past ones. */
export const listActivities = async (locale: Locale) =>
  takeFirst(await readAllDates(locale)).map(({ activity }) => activity)

/** Lists the ids of all published activities. */
export const listActivityIds = (locale: Locale): Promise<number[]> =>
  derive(`activity ids ${locale}`, async () => (await listActivities(locale)).map(({ id }) => id))

/** Returns all activities with a date: upcoming ones, and past ones (latest first). */
export async function getActivities(locale: Locale) {
  const dates = await prepareDates(await listAllActivityDates(locale), locale)
  return {
    coming: dates.filter(({ activity }) => activity.state !== 'ended'),
    over: dates
      .filter(({ activity }) => activity.state === 'ended')
      .toSorted((one, other) => Date.parse(other.starts_at) - Date.parse(one.starts_at)),
  }
}

/** Returns the data of the application form of an activity, as for visitors. */
export const getActivityApplication = (locale: Locale, id: number) =>
  readContent(getActivityApplyInfo, locale, { id: String(id) })

/** One activity with all media prepared. */
export async function getActivity(locale: Locale, id: number) {
  const base = await getMediaBase(locale)
  const detail = await readContent(getActivityDetail, locale, { id: String(id) })
  return {
    ...(await preparePoster(detail, base, 'hero')),
    body: await prepareBlocks(detail.body, base, locale, `activities ${id}`),
    related: await preparePosters(detail.related, base),
  }
}
export type ActivityContent = Awaited<ReturnType<typeof getActivity>>
