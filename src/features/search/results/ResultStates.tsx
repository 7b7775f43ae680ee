import type { IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import { describeError } from '#features/forms/failures.ts'
import { getResultsHref } from '../address.ts'

interface NoResultsProps extends IslandPart<'search'> {
  q: string
  /** Suggested queries that have results. */
  words: readonly string[]
}

/** Shown without results or without a query, with suggested queries. */
export function NoResults({ q, words, locale, t }: NoResultsProps) {
  const isEmpty = q === ''
  return (
    <div className="nothing-found">
      <h2>{isEmpty ? t('search:ask') : t('search:nothing', { q })}</h2>
      <p>{t(isEmpty ? 'search:ask_line' : 'search:nothing_line')}</p>
      <ul className="words">
        {words.map((word) => (
          <li key={word}>
            <a href={getResultsHref(locale, { q: word })}>{word}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Reports that the search failed, with the reason and a retry button. */
export function Failure(props: { error: unknown; t: IslandTexts<'search'>; onRetry: () => void }) {
  const { error, t, onRetry } = props
  return (
    <div className="notice" role="alert">
      <p>{t('search:failed', { reason: describeError(error, t) })}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        {t('search:retry')}
      </button>
    </div>
  )
}

/** Placeholder with the layout of the results. @param rows number of results in each group */
export function Skeleton({ rows }: { rows: readonly number[] }) {
  return (
    <div aria-hidden="true">
      {rows.map((count, group) => (
        <section className="group" key={group}>
          <header>
            <span className="skeleton-line head" />
          </header>
          <ol>
            {Array.from({ length: count }, (_, row) => (
              <li className="hit" key={row}>
                <span className="skeleton-line date" />
                <div>
                  <span className="skeleton-line title" />
                  <span className="skeleton-line text" />
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
