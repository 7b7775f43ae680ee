import type { APIRequestContext } from 'playwright/test'
import * as v from 'valibot'
import { getCourseDateList } from '#api/course.ts'
import { EnvelopeSchema } from '#api/envelope.ts'

/** A bookable course date that is free of charge for members. */
export async function findCourseDate(request: APIRequestContext) {
  const response = await request.get('/api/course/datelist?size=100')
  const { data } = v.parse(EnvelopeSchema, await response.json())
  const date = v
    .parse(getCourseDateList.data, data)
    .items.find(
      ({ admission, state, member_price_fen, price_fen }) =>
        admission === 'book' && state === 'open' && member_price_fen === 0 && price_fen > 0,
    )
  if (!date) throw new Error('no course date can be booked')
  return date
}
