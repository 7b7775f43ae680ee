import { useEffect } from 'react'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { Later } from '#islands/ui/Later.tsx'
import { addRecentSearch } from '#stores/recent-searches.ts'
import { nameDocument, readAddress, useAddressQuery, type Address } from './address.ts'
import { KINDS } from './kinds.ts'
import { Failure, NothingAsked, NothingFound } from './Notices.tsx'
import { requestResults, type Results } from './request-results.ts'
import { ResultGroups } from './ResultGroups.tsx'
import { Skeleton } from './Skeleton.tsx'
import type { SearchMessages, SearchTexts } from './texts.ts'
import { useRequest } from './use-request.ts'
import './search-results.css'

interface Props {
  locale: Locale
  messages: SearchMessages
  /** Words to try when there is nothing to show. */
  words: readonly string[]
}

function summarise(results: Results, { q }: Address, t: SearchTexts): string {
  return results.view === 'groups'
    ? t('search:results_count', { q, count: results.total })
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
export function SearchResults({ locale, messages, words }: Props) {
  const t = createTexts(messages)
  const query = useAddressQuery()
  const address = query === null ? null : readAddress(query)
  const isAsked = address !== null && address.q !== ''
  const [state, retry] = useRequest(isAsked ? query : null, requestAddress)

  const q = address?.q ?? ''
  useEffect(() => {
    if (q === '') return
    addRecentSearch(q)
    nameDocument(q)
  }, [q])

  const notice = { locale, t, words }
  if (address !== null && !isAsked) return <NothingAsked {...notice} />
  const isLoading = address === null || state.status === 'loading'
  const isNothing = !isLoading && state.status === 'done' && state.data.total === 0
  return (
    <div className="search-results" aria-busy={isLoading}>
      <p className={isNothing ? 'visually-hidden' : 'found'} aria-live="polite">
        {isLoading
          ? t('search:results_loading')
          : state.status === 'done' && summarise(state.data, address, t)}
      </p>
      {isLoading && <Skeleton rows={address?.type ? [10] : [4, 3]} />}
      {!isLoading && state.status === 'failed' && (
        <Failure error={state.error} t={t} onRetry={retry} />
      )}
      {isNothing && <NothingFound q={q} {...notice} />}
      {!isLoading && state.status === 'done' && state.data.total > 0 && (
        <Found results={state.data} address={address} locale={locale} t={t} />
      )}
    </div>
  )
}

interface FoundProps {
  results: Results
  address: Address
  locale: Locale
  t: SearchTexts
}

function Found({ results, address, ...part }: FoundProps) {
  return results.view === 'groups' ? (
    <ResultGroups results={results} {...part} />
  ) : (
    <Later load={loadMoreList} props={{ list: results, address, ...part }}>
      <Skeleton rows={[10]} />
    </Later>
  )
}
