import type { IslandTexts } from '#i18n/island-areas.ts'
import type { Locale } from '#i18n/locales.ts'
import { hrefOfResults, type Address } from './address.ts'
import { listPages } from './list-pages.ts'

interface Props {
  address: Address
  last: number
  locale: Locale
  t: IslandTexts<'search'>
}

/** Pagination as links, so that each page has a URL and the back button works. */
export function Pages({ address, last, locale, t }: Props) {
  if (last < 2) return null
  const { page } = address
  const hrefOf = (number: number) => hrefOfResults(locale, { ...address, page: number })
  return (
    <nav className="pages" aria-label={t('common:pages')}>
      {page > 1 && (
        <a rel="prev" href={hrefOf(page - 1)}>
          ← {t('common:previous_page')}
        </a>
      )}
      <ol>
        {listPages(page, last).map((number, index) => (
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
