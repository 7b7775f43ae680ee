import type * as v from 'valibot'
import type { Endpoint } from '#api/endpoint.ts'
import { getSearchMoreList, getSearchResults } from '#api/search.ts'
import { ApiError, RefusalError } from '#client/errors.ts'
import { callApi } from '#stores/client.ts'
import type { Address } from './address.ts'

type Schema = v.GenericSchema<unknown, unknown>
export type DataOfResults = v.InferOutput<typeof getSearchResults.data>
type DataOfMoreList = v.InferOutput<typeof getSearchMoreList.data>

const PAGE_SIZE = 10

/**
 * Makes a search call and returns its data. Search requires no login.
 * @throws RefusalError, ApiError and the errors of `callApi`
 */
export async function request<Q extends Schema, D extends Schema>(
  endpoint: Pick<
    Endpoint<Schema, Q, Schema, D>,
    'method' | 'path' | 'params' | 'query' | 'body' | 'data'
  >,
  query: v.InferInput<Q>,
  signal: AbortSignal,
): Promise<v.InferOutput<D>> {
  const result = await callApi(endpoint, { query, signal })
  if (result.status === 'ok') return result.data
  throw result.status === 'refused'
    ? new RefusalError(result.code, result.msg)
    : new ApiError(401, '')
}

export type Results =
  | ({ view: 'groups' } & DataOfResults)
  | ({ view: 'list' } & DataOfMoreList & { kind: NonNullable<Address['type']> })

/** Requests the results of a URL. */
export async function requestResults(
  { q, type, page }: Address,
  signal: AbortSignal,
): Promise<Results> {
  if (type === null) return { view: 'groups', ...(await request(getSearchResults, { q }, signal)) }
  const query = { q, kind: type, page: String(page), size: String(PAGE_SIZE) }
  return { view: 'list', kind: type, ...(await request(getSearchMoreList, query, signal)) }
}
