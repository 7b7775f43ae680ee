import type { IslandProps, IslandTexts } from '#i18n/island-areas.ts'
import { useEffect } from 'react'
import { useTexts } from '#features/ui/use-texts.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { addRecentSearch } from '#stores/recent-searches.ts'
import { setSearchTitle, readAddress, useAddressQuery, type SearchAddress } from '../address.ts'
import { Failure, NoResults, Skeleton } from './ResultStates.tsx'
import { requestResults, type Results } from '../request.ts'
import { ResultGroups } from './ResultGroups.tsx'
import { findSitePages, type SitePage, type SitePart } from '../site-pages.ts'
import { useRequest } from './use-request.ts'
import '#features/ui/pagination.css'
import './search-results.css'

interface Props extends IslandProps<'search'> {
  /** Suggested queries, shown without results. */
  words: readonly string[]
  /** Parts of the site, whose pages are searched too. */
  parts: readonly SitePart[]
}

function summarise(
  results: Results,
  { q }: SearchAddress,
  pages: readonly SitePage[],
  t: IslandTexts<'search'>,
): string {
  return results.view === 'groups'
    ? t('search:results_count', { q, count: results.total + pages.length })
    : t('search:results_of_kind', {
        q,
        kind: t(`search:kind_${results.kind}`),
        count: results.total,
      })
}

const loadMoreList = () => import('./MoreList.tsx').then((module) => module.MoreList)
const MoreList = lazyWithRetry(loadMoreList)

function requestAddress(query: string, signal: AbortSignal): Promise<Results> {
  const address = readAddress(query)
  // Loaded in parallel with the request; a failed import is retried when the list is rendered.
  if (address.type !== null) void loadMoreList().catch(() => {})
  return requestResults(address, signal)
}

/** The search results of the URL: grouped by kind, or one kind in pages. */
export function SearchResults({ locale, messages, words, parts }: Props) {
  const t = useTexts(messages)
  const query = useAddressQuery()
  const address = readAddress(query ?? '')
  const { q, type } = address
  const { state, retry } = useRequest(q === '' ? null : query, requestAddress)

  useEffect(() => {
    if (q === '') return
    addRecentSearch(q)
    setSearchTitle(q)
  }, [q])

  const part = { locale, t }
  const pages = type === null ? findSitePages(q, parts, t) : []
  const noResults = <NoResults q={q} words={words} {...part} />
  if (query !== null && q === '') return noResults
  const isLoading = state.status === 'loading'
  const results = state.status === 'done' ? state.data : null
  // Without results of one kind, other kinds may have some.
  const isEmpty = results?.view === 'groups' && results.total + pages.length === 0
  return (
    <div className="search-results" aria-busy={isLoading}>
      <p className={isEmpty ? 'visually-hidden' : 'found'} aria-live="polite">
        {isLoading && t('search:results_loading')}
        {results && summarise(results, address, pages, t)}
      </p>
      {isLoading && <Skeleton rows={type ? [10] : [4, 3]} />}
      {state.status === 'failed' && <Failure error={state.error} t={t} onRetry={retry} />}
      {isEmpty && noResults}
      {results?.view === 'groups' && !isEmpty && (
        <ResultGroups results={results} pages={pages} {...part} />
      )}
      {results?.view === 'list' && (
        <MoreList list={results} address={address} fallback={<Skeleton rows={[10]} />} {...part} />
      )}
    </div>
  )
}
