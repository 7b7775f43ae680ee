import type * as v from 'valibot'
import type { Endpoint } from '#api/endpoint.ts'
import { MAX_PAGE_SIZE } from '#api/paging.ts'
import type { Locale } from '#i18n/locales.ts'
import { readContent } from './client.ts'
import { derive } from './query-cache.ts'

type Schema = v.GenericSchema<unknown, unknown>
type ListQuery = Partial<Record<'page' | 'size' | 'from', string | undefined>>
type ListEndpoint<Item> = Endpoint<
  Schema,
  v.GenericSchema<ListQuery, unknown>,
  Schema,
  v.GenericSchema<unknown, { items: Item[]; total: number }>
>

/** A day before all dates. */
export const EARLIEST_DAY = '2000-01-01'

/** Reads all pages of a list. @param from first day of a list of dates, instead of today */
export async function readList<Item>(
  endpoint: ListEndpoint<Item>,
  locale: Locale,
  from?: string,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const query = {
      page: String(page),
      size: String(MAX_PAGE_SIZE),
      ...(from !== undefined && { from }),
    }
    const response = await readContent(endpoint, locale, query)
    items.push(...response.items)
    if (response.items.length === 0 || items.length >= response.total) return items
  }
}

/** Creates a function that lists the ids of all items of a list. */
export const createIdList =
  (endpoint: ListEndpoint<{ id: number }>) =>
  (locale: Locale): Promise<number[]> =>
    derive(`ids of ${endpoint.path} ${locale}`, async () =>
      (await readList(endpoint, locale)).map(({ id }) => id),
    )
