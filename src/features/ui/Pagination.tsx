import type { Translate } from '#i18n/messages.ts'
import './pagination.css'

interface Props {
  page: number
  last: number
  /** The numbers to list; null stands for a gap. */
  numbers: readonly (number | null)[]
  hrefOf: (page: number) => string
  className: string
  t: Translate<'common'>
}

/** Pagination as links, so that each page has a URL and the back button works. */
export function Pagination({ page, last, numbers, hrefOf, className, t }: Props) {
  if (last < 2) return null
  return (
    <nav className={className} aria-label={t('common:pages')}>
      {page > 1 && (
        <a rel="prev" href={hrefOf(page - 1)}>
          ← {t('common:previous_page')}
        </a>
      )}
      <ol>
        {numbers.map((number, index) => (
          <li key={number ?? `gap ${index}`}>
            {number === null ? (
              <span>…</span>
            ) : (
              <a
                className="numeral"
                href={hrefOf(number)}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < last && (
        <a rel="next" href={hrefOf(page + 1)}>
          {t('common:next_page')} →
        </a>
      )}
    </nav>
  )
}
