import type { APIRequestContext } from 'playwright/test'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { getPerformList, getPerformTicket } from '#api/perform.ts'

/** Places that other tests need on the same performance. */
const MIN_PLACES_LEFT = 10

/** Requests public data of the API. */
export async function readData<S extends v.GenericSchema>(
  request: APIRequestContext,
  path: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const response = await request.get(path)
  return v.parse(schema, v.parse(EnvelopeSchema, await response.json()).data)
}

/**
 * The id of a performance on sale whose first price level has enough places left for all tests.
 * @param startsAfter the earliest time of its first show on sale, in epoch ms
 */
export async function findPerformanceId(
  request: APIRequestContext,
  { places = MIN_PLACES_LEFT, startsAfter = 0 } = {},
): Promise<number> {
  const path = '/api/perform/list?state=on_sale&size=100'
  const { items } = await readData(request, path, getPerformList.data)
  for (const { id } of items) {
    const { shows } = await readData(request, `/api/perform/ticket?id=${id}`, getPerformTicket.data)
    const first = shows.find(({ state }) => state === 'on_sale' || state === 'few_left')
    const hasPlaces = (first?.tiers[0]?.places_left ?? 0) >= places
    if (first && hasPlaces && Date.parse(first.starts_at) > startsAfter) return id
  }
  throw new Error('nothing is on sale')
}
