import type * as v from 'valibot'
import { getSearchMoreList, getSearchResults } from '#api/search.ts'
import { unwrapResult } from '#client/create-client.ts'
import { callApi } from '#stores/client.ts'
import type { SearchAddress } from './address.ts'

export type GroupedResults = v.InferOutput<typeof getSearchResults.data>
type ListedResults = v.InferOutput<typeof getSearchMoreList.data>

const PAGE_SIZE = 10

/** Requests the results of a query, grouped by kind. Search requires no login. */
export const requestGroups = async (q: string, signal: AbortSignal): Promise<GroupedResults> =>
  unwrapResult(await callApi(getSearchResults, { query: { q }, signal }))

export type Results =
  | ({ view: 'groups' } & GroupedResults)
  | ({ view: 'list' } & ListedResults & { kind: NonNullable<SearchAddress['type']> })

/** Requests the results of a URL. */
export async function requestResults(
  { q, type, page }: SearchAddress,
  signal: AbortSignal,
): Promise<Results> {
  if (type === null) return { view: 'groups', ...(await requestGroups(q, signal)) }
  const query = { q, kind: type, page: String(page), size: String(PAGE_SIZE) }
  const list = unwrapResult(await callApi(getSearchMoreList, { query, signal }))
  return { view: 'list', kind: type, ...list }
}
