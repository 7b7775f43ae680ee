import type { APIRequestContext } from 'playwright/test'
import { getCourseDateList } from '#api/course.ts'
import { readData } from './find-performance.ts'

/** Dates that start earlier can no longer be cancelled free of charge. */
const SOON_MS = 86_400_000

/** A bookable course date that is free of charge for members and can be cancelled. */
export async function findCourseDate(request: APIRequestContext) {
  const { items } = await readData(request, '/api/course/datelist?size=100', getCourseDateList.data)
  const date = items.find(
    ({ admission, state, starts_at, member_price_fen, price_fen }) =>
      admission === 'book' &&
      state === 'open' &&
      Date.parse(starts_at) > Date.now() + SOON_MS &&
      member_price_fen === 0 &&
      price_fen > 0,
  )
  if (!date) throw new Error('no course date can be booked')
  return date
}
