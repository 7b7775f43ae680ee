import type { IslandPart } from '#i18n/island-areas.ts'
import { Pagination } from '#features/ui/Pagination.tsx'
import { getResultsHref, type SearchAddress } from '../address.ts'
import { HitRow } from './HitRow.tsx'
import type { Results } from '../request.ts'
import { listPages } from '../list-pages.ts'

interface Props extends IslandPart<'search'> {
  list: Extract<Results, { view: 'list' }>
  address: SearchAddress
}

/** All results of one kind, in pages. */
export function MoreList({ list: { kind, items, page, size, total }, address, locale, t }: Props) {
  const last = Math.ceil(total / size)
  const from = (page - 1) * size + 1
  return (
    <>
      <section className="group" data-kind={kind}>
        <header>
          <h2>{t(`search:kind_${kind}`)}</h2>
          <p className="numeral">{total}</p>
          <a className="back" href={getResultsHref(locale, { q: address.q })}>
            {t('search:back_to_all')}
          </a>
        </header>
        <div>
          {total > 0 && items.length === 0 && (
            <p className="beyond">
              <span>{t('search:beyond', { page, last })}</span>{' '}
              <a href={getResultsHref(locale, { ...address, page: last })}>{t('search:to_last')}</a>
            </p>
          )}
          {items.length > 0 && (
            <p className="range">
              {t('search:results_range', { from, to: from + items.length - 1 })}
            </p>
          )}
          <ol>
            {items.map((hit) => (
              <HitRow key={hit.id} hit={hit} locale={locale} />
            ))}
          </ol>
        </div>
      </section>
      {items.length > 0 && (
        <Pagination
          className="pagination"
          page={page}
          last={last}
          numbers={listPages(page, last)}
          hrefOf={(number) => getResultsHref(locale, { ...address, page: number })}
          t={t}
        />
      )}
    </>
  )
}
