import type { APIRequestContext } from 'playwright/test'
import { getCourseDateList } from '#api/course.ts'
import { readData } from './find-performance.ts'

/** A bookable course date that is free of charge for members. */
export async function findCourseDate(request: APIRequestContext) {
  const { items } = await readData(request, '/api/course/datelist?size=100', getCourseDateList.data)
  const date = items.find(
    ({ admission, state, member_price_fen, price_fen }) =>
      admission === 'book' && state === 'open' && member_price_fen === 0 && price_fen > 0,
  )
  if (!date) throw new Error('no course date can be booked')
  return date
}
