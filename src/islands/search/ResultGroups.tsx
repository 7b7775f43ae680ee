import type { Locale } from '#i18n/locales.ts'
import { hrefOfResults } from './address.ts'
import { HitRow } from './HitRow.tsx'
import { KINDS } from './kinds.ts'
import type { DataOfResults } from './request-results.ts'
import type { SearchTexts } from './texts.ts'

interface Props {
  results: DataOfResults
  locale: Locale
  t: SearchTexts
}

/** The best finds of each kind, and the way to the others. */
export function ResultGroups({ results: { q, groups }, locale, t }: Props) {
  return groups.map(({ kind, total, items }) => {
    const label = t(KINDS[kind].label)
    return (
      <section className="group" key={kind} data-kind={kind}>
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
              href={hrefOfResults(locale, { q, type: kind })}
              aria-label={t('search:more_label', { kind: label, count: total })}
            >
              {t('search:more', { count: total })}
            </a>
          )}
        </div>
      </section>
    )
  })
}
