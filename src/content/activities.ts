import { getActivityApplyInfo } from '#api/activity-application.ts'
import { getActivityDateList, getActivityDetail, type ActivityDate } from '#api/activity.ts'
import { MAX_PAGE_SIZE } from '#api/paging.ts'
import type { Locale } from '#i18n/locales.ts'
import { derive } from './query-cache.ts'
import { prepareCard, prepareCards } from './cards.ts'
import { readContent } from './client.ts'
import { prepareBlocks } from './long-form.ts'
import { EARLIEST_DAY, readList } from './paging.ts'
import { getMediaBase } from './site.ts'
import { takeFirst } from './take-first.ts'

/** The first listed date of each activity. */
const takeFirstDates = (dates: readonly ActivityDate[]): ActivityDate[] =>
  takeFirst(dates, ({ activity }) => activity.id)

const readAllDates = (locale: Locale) => readList(getActivityDateList, locale, EARLIEST_DAY)

/** Lists the next date of each activity that is not over. */
async function listComing(locale: Locale): Promise<ActivityDate[]> {
  const { server_time } = await readContent(getActivityDateList, locale, {
    page: '1',
    size: String(MAX_PAGE_SIZE),
  })
  const dates = await readList(getActivityDateList, locale)
  return takeFirstDates(
    dates.filter(({ ends_at }) => Date.parse(ends_at) > Date.parse(server_time)),
  )
}

/**
 * Lists the next date of each activity, and the first one of those that are over, latest first. Compares times:
 * the states are those of applications, which may close before the activity takes place.
 */
export async function listActivityDates(locale: Locale) {
  const coming = await listComing(locale)
  const comingIds = new Set(coming.map(({ activity: { id } }) => id))
  const over = takeFirstDates(await readAllDates(locale))
    .filter(({ activity: { id } }) => !comingIds.has(id))
    .toSorted((one, other) => Date.parse(other.starts_at) - Date.parse(one.starts_at))
  return { coming, over }
}

/** Prepares the posters of the activities of dates. */
async function prepareDates(dates: ActivityDate[], locale: Locale) {
  const base = await getMediaBase(locale)
  return Promise.all(
    dates.map(async (date) => ({
      ...date,
      activity: await prepareCard(date.activity, 'poster', base),
    })),
  )
}

/** Returns the next date of each of the first `count` activities, with posters prepared. */
export async function getActivityDates(locale: Locale, count: number) {
  return prepareDates((await listComing(locale)).slice(0, count), locale)
}
export type ActivityDateContent = Awaited<ReturnType<typeof getActivityDates>>[number]

/** Lists all published activities, including past ones. */
export const listActivities = async (locale: Locale) =>
  takeFirstDates(await readAllDates(locale)).map(({ activity }) => activity)

/** Lists the ids of all published activities. */
export const listActivityIds = (locale: Locale): Promise<number[]> =>
  derive(`activity ids ${locale}`, async () => (await listActivities(locale)).map(({ id }) => id))

/** Returns all activities with a date: upcoming ones, and past ones (latest first). */
export async function getActivities(locale: Locale) {
  const { coming, over } = await listActivityDates(locale)
  return { coming: await prepareDates(coming, locale), over: await prepareDates(over, locale) }
}

/** Returns the data of the application form of an activity, as for visitors. */
export const getActivityApplication = (locale: Locale, id: number) =>
  readContent(getActivityApplyInfo, locale, { id: String(id) })

/** One activity with all media prepared. */
export async function getActivity(locale: Locale, id: number) {
  const base = await getMediaBase(locale)
  const detail = await readContent(getActivityDetail, locale, { id: String(id) })
  return {
    ...(await prepareCard(detail, 'poster', base, 'hero')),
    body: await prepareBlocks(detail.body, base, locale, `activities ${id}`),
    related: await prepareCards(detail.related, 'poster', base),
  }
}
export type ActivityContent = Awaited<ReturnType<typeof getActivity>>
