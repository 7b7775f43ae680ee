import { useSyncExternalStore } from 'react'
import type { SearchKind } from '#api/search.ts'
import { SEARCH_KINDS } from '#api/search-kinds.ts'
import type { Locale } from '#i18n/locales.ts'
import { href } from '#routes.ts'

const MAX_LENGTH = 64

/** What `/search/list` shows: everything found for a query, or one kind page by page. */
export interface Address {
  q: string
  type: SearchKind | null
  page: number
}

/** Reads `?q&type&page`; what makes no sense is left out. */
export function readAddress(search: string): Address {
  const query = new URLSearchParams(search)
  const page = query.get('page') ?? ''
  return {
    q: (query.get('q') ?? '').trim().slice(0, MAX_LENGTH).trim(),
    type: SEARCH_KINDS.find((kind) => kind === query.get('type')) ?? null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address of results. */
export function hrefOfResults(locale: Locale, { q, type, page }: Partial<Address>): string {
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

/** The query part of the page's address; null while the page is printed and hydrated. */
export const useAddressQuery = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => location.search,
    () => null,
  )

/** Puts the query before the printed title of the page: tabs and history tell searches apart. */
export function nameDocument(q: string, page: Pick<Document, 'title'> = document): void {
  if (!page.title.startsWith(`${q} · `)) page.title = `${q} · ${page.title}`
}
