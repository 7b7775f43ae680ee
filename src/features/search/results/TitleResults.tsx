import type { IslandProps } from '#i18n/island-areas.ts'
import { useEffect } from 'react'
import { useTexts } from '#features/ui/use-texts.ts'
import { getResultsHref, readAddress, setSearchTitle, useAddressQuery } from '../address.ts'
import { Failure, NoResults, Skeleton } from './ResultStates.tsx'
import { requestGroups } from '../request.ts'
import { pickTitles } from '../suggest.ts'
import { TitleList } from '../TitleList.tsx'
import { useRequest } from './use-request.ts'
import './search-results.css'

interface Props extends IslandProps<'search'> {
  words: readonly string[]
}

/** Results whose titles match, as a compact list: the same results as the suggestions. */
export function TitleResults({ locale, messages, words }: Props) {
  const t = useTexts(messages)
  const query = useAddressQuery()
  const q = readAddress(query ?? '').q
  const { state, retry } = useRequest(q === '' ? null : q, requestGroups)
  const noResults = <NoResults q={q} words={words} locale={locale} t={t} />
  useEffect(() => {
    if (q !== '') setSearchTitle(q)
  }, [q])

  if (query !== null && q === '') return noResults
  const hits = state.status === 'done' ? pickTitles(state.data, locale) : []
  const isEmpty = state.status === 'done' && state.data.total === 0
  return (
    <div className="search-results" aria-busy={state.status === 'loading'}>
      <p className={isEmpty ? 'visually-hidden' : 'found'} aria-live="polite">
        {state.status === 'loading' && t('search:results_loading')}
        {state.status === 'done' && t('search:titles_count', { q, count: hits.length })}
      </p>
      {state.status === 'loading' && <Skeleton rows={[5]} />}
      {state.status === 'failed' && <Failure error={state.error} t={t} onRetry={retry} />}
      {isEmpty && noResults}
      {state.status === 'done' && !isEmpty && (
        <>
          {hits.length > 0 && <TitleList hits={hits} locale={locale} t={t} />}
          <a className="quiet-link" href={getResultsHref(locale, { q })}>
            {t('search:titles_to_all')}
          </a>
        </>
      )}
    </div>
  )
}
