import type { IslandPart } from '#i18n/island-areas.ts'
import { href } from '#routes.ts'
import { getResultsHref } from '../address.ts'
import { HitRow } from './HitRow.tsx'
import { Marked } from '../Marked.tsx'
import type { GroupedResults } from '../request.ts'
import { markSitePage, type SitePage } from '../site-pages.ts'
import '#features/ui/lazy-layout.css'

interface Props extends IslandPart<'search'> {
  results: GroupedResults
  pages: readonly SitePage[]
}

/** The best results of each kind, with links to all of them. */
export function ResultGroups({ results: { q, groups }, pages, locale, t }: Props) {
  const kinds = groups.map(({ kind, total, items }) => {
    const label = t(`search:kind_${kind}`)
    return (
      <section className="group lazy-layout" key={kind} data-kind={kind}>
        <header>
          <h2>{label}</h2>
          <p className="numeral">{total}</p>
        </header>
        <div>
          <ol>
            {items.map((hit) => (
              <HitRow key={hit.id} hit={hit} locale={locale} />
            ))}
          </ol>
          {total > items.length && (
            <a
              className="quiet-link"
              href={getResultsHref(locale, { q, type: kind })}
              aria-label={t('search:more_label', { kind: label, count: total })}
            >
              {t('search:more', { count: total })}
            </a>
          )}
        </div>
      </section>
    )
  })
  if (pages.length === 0) return kinds
  return (
    <>
      <section className="group" data-kind="page">
        <header>
          <h2>{t('search:kind_page')}</h2>
          <p className="numeral">{pages.length}</p>
        </header>
        <ol>
          {pages.map((page) => (
            <li className="hit link-card" key={page.name}>
              <div>
                <h3>
                  <a href={href(page.route, locale)}>
                    <Marked text={page.title} marks={markSitePage(page, q)} />
                  </a>
                </h3>
                <p className="summary">{page.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      {kinds}
    </>
  )
}
