import type { IslandPart, IslandProps, IslandTexts } from '#i18n/island-areas.ts'
import { useEffect } from 'react'
import { useTexts } from '#features/ui/use-texts.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { addRecentSearch } from '#stores/recent-searches.ts'
import { setSearchTitle, readAddress, useAddressQuery, type Address } from '../address.ts'
import { Failure, NoResults, Skeleton } from './ResultStates.tsx'
import { requestResults, type Results } from '../request-results.ts'
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
  { q }: Address,
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
  const address = query === null ? null : readAddress(query)
  const hasQuery = address !== null && address.q !== ''
  const [state, retry] = useRequest(hasQuery ? query : null, requestAddress)

  const q = address?.q ?? ''
  useEffect(() => {
    if (q === '') return
    addRecentSearch(q)
    setSearchTitle(q)
  }, [q])

  const pages = address?.type === null ? findSitePages(q, parts, t) : []
  const noResults = <NoResults q={q} words={words} locale={locale} t={t} />
  if (address !== null && !hasQuery) return noResults
  const isLoading = address === null || state.status === 'loading'
  const count = state.status === 'done' ? state.data.total + pages.length : 0
  const isEmpty = !isLoading && state.status === 'done' && count === 0
  return (
    <div className="search-results" aria-busy={isLoading}>
      <p className={isEmpty ? 'visually-hidden' : 'found'} aria-live="polite">
        {isLoading
          ? t('search:results_loading')
          : state.status === 'done' && summarise(state.data, address, pages, t)}
      </p>
      {isLoading && <Skeleton rows={address?.type ? [10] : [4, 3]} />}
      {!isLoading && state.status === 'failed' && (
        <Failure error={state.error} t={t} onRetry={retry} />
      )}
      {isEmpty && noResults}
      {!isLoading && state.status === 'done' && count > 0 && (
        <ResultView results={state.data} pages={pages} address={address} locale={locale} t={t} />
      )}
    </div>
  )
}

interface ResultViewProps extends IslandPart<'search'> {
  results: Results
  pages: readonly SitePage[]
  address: Address
}

function ResultView({ results, address, pages, ...part }: ResultViewProps) {
  return results.view === 'groups' ? (
    <ResultGroups results={results} pages={pages} {...part} />
  ) : (
    <MoreList list={results} address={address} fallback={<Skeleton rows={[10]} />} {...part} />
  )
}
