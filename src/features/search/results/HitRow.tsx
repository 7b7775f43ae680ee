import type { SearchHit } from '#api/search.ts'
import { formatDay, formatYear } from '#i18n/format.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { getHitHref } from '../kinds.ts'
import { Marked } from '../Marked.tsx'
import '#features/ui/lazy-layout.css'

/** One search result: date, title, and summary or excerpt. */
export function HitRow({ hit, locale }: { hit: SearchHit; locale: Locale }) {
  const { date, summary, excerpt } = hit
  return (
    <li className="hit lazy-layout link-card">
      <p className="date">
        {date && (
          <time dateTime={date}>
            <span className="numeral day">{formatDay(date, locale)}</span>
            <span className="numeral year">{formatYear(date)}</span>
          </time>
        )}
      </p>
      <div>
        <h3>
          <a href={getHitHref(hit, locale)}>
            <Marked text={hit.title} marks={hit.title_marks} />
          </a>
        </h3>
        {excerpt ? (
          <p className="summary" lang={LOCALE_TRAITS[excerpt.lang].htmlLang}>
            <Marked text={excerpt.text} marks={excerpt.marks} />
          </p>
        ) : (
          summary !== '' && <p className="summary">{summary}</p>
        )}
      </div>
    </li>
  )
}
