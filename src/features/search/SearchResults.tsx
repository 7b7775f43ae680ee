import type { Section } from '#api/sections.ts'
import type { IslandMessages, IslandTexts } from '#i18n/island-areas.ts'
import { useEffect } from 'react'
import type { Locale } from '#i18n/locales.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { LazyWithRetry } from '#features/ui/LazyWithRetry.tsx'
import { addRecentSearch } from '#stores/recent-searches.ts'
import { nameDocument, readAddress, useAddressQuery, type Address } from './address.ts'
import { KINDS } from './kinds.ts'
import { Failure, EmptyQuery, NothingFound } from './Notices.tsx'
import { requestResults, type Results } from './request-results.ts'
import { ResultGroups } from './ResultGroups.tsx'
import { findSitePages, type SitePage } from './site-pages.ts'
import { Skeleton } from './Skeleton.tsx'
import { useRequest } from './use-request.ts'
import './search-results.css'

interface Props {
  locale: Locale
  messages: IslandMessages<'search'>
  /** Words to try when there is nothing to show. */
  words: readonly string[]
  /** Sections of the site: their pages are found too. */
  sections: readonly Section[]
}

function summarise(
  results: Results,
  { q }: Address,
  pages: readonly SitePage[],
  t: IslandTexts<'search'>,
): string {
  return results.view === 'groups'
    ? t('search:results_count', { q, count: results.total + pages.length })
    : t('search:results_of_kind', { q, kind: t(KINDS[results.kind].label), count: results.total })
}

const loadMoreList = () => import('./MoreList.tsx').then((module) => module.MoreList)

function requestAddress(query: string, signal: AbortSignal): Promise<Results> {
  const address = readAddress(query)
  // Comes while the API answers; what fails now is tried again when it is shown.
  if (address.type !== null) void loadMoreList().catch(() => {})
  return requestResults(address, signal)
}

/** What the address asks for: finds by kind, or one kind page by page. */
export function SearchResults({ locale, messages, words, sections }: Props) {
  const t = useTexts(messages)
  const query = useAddressQuery()
  const address = query === null ? null : readAddress(query)
  const hasQuery = address !== null && address.q !== ''
  const [state, retry] = useRequest(hasQuery ? query : null, requestAddress)

  const q = address?.q ?? ''
  useEffect(() => {
    if (q === '') return
    addRecentSearch(q)
    nameDocument(q)
  }, [q])

  const pages = address?.type === null ? findSitePages(q, sections, t) : []
  const notice = { locale, t, words }
  if (address !== null && !hasQuery) return <EmptyQuery {...notice} />
  const isLoading = address === null || state.status === 'loading'
  const count = state.status === 'done' ? state.data.total + pages.length : 0
  const isNothing = !isLoading && state.status === 'done' && count === 0
  return (
    <div className="search-results" aria-busy={isLoading}>
      <p className={isNothing ? 'visually-hidden' : 'found'} aria-live="polite">
        {isLoading
          ? t('search:results_loading')
          : state.status === 'done' && summarise(state.data, address, pages, t)}
      </p>
      {isLoading && <Skeleton rows={address?.type ? [10] : [4, 3]} />}
      {!isLoading && state.status === 'failed' && (
        <Failure error={state.error} t={t} onRetry={retry} />
      )}
      {isNothing && <NothingFound q={q} {...notice} />}
      {!isLoading && state.status === 'done' && count > 0 && (
        <Found results={state.data} pages={pages} address={address} locale={locale} t={t} />
      )}
    </div>
  )
}

interface FoundProps {
  results: Results
  pages: readonly SitePage[]
  address: Address
  locale: Locale
  t: IslandTexts<'search'>
}

function Found({ results, address, pages, ...part }: FoundProps) {
  return results.view === 'groups' ? (
    <ResultGroups results={results} pages={pages} {...part} />
  ) : (
    <LazyWithRetry load={loadMoreList} props={{ list: results, address, ...part }}>
      <Skeleton rows={[10]} />
    </LazyWithRetry>
  )
}
