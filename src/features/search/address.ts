import { useSyncExternalStore } from 'react'
import type { SearchKind } from '#api/search.ts'
import { SEARCH_KINDS } from '#api/search-kinds.ts'
import type { Locale } from '#i18n/locales.ts'
import { href } from '#routes.ts'

const MAX_LENGTH = 64

/** Shortens a query to the limit of the API, not in the middle of a character. */
const shorten = (q: string): string =>
  q
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/** The query of `/search/list`. `type` is null for the results of all kinds. */
export interface SearchAddress {
  q: string
  type: SearchKind | null
  page: number
}

/** Reads `?q&type&page`; invalid values are ignored. */
export function readAddress(search: string): SearchAddress {
  const query = new URLSearchParams(search)
  const page = query.get('page') ?? ''
  return {
    q: shorten(query.get('q') ?? ''),
    type: SEARCH_KINDS.find((kind) => kind === query.get('type')) ?? null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** URL of the results of a query. */
export function getResultsHref(locale: Locale, { q, type, page }: Partial<SearchAddress>): string {
  return href('/search/list', locale, {
    ...(q === undefined ? {} : { q }),
    ...(type ? { type } : {}),
    ...(page !== undefined && page > 1 ? { page } : {}),
  })
}

const subscribe = (listener: () => void) => {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

/** The query string of the URL; null during prerendering and hydration. */
export const useAddressQuery = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => location.search,
    () => null,
  )

/** Puts the query before the title of the page, to distinguish searches in tabs and history. */
export function setSearchTitle(q: string, page: Pick<Document, 'title'> = document): void {
  if (!page.title.startsWith(`${q} · `)) page.title = `${q} · ${page.title}`
}
