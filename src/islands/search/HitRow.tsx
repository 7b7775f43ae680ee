import type { SearchHit } from '#api/search.ts'
import { formatDay, formatYear } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { hrefOfHit } from './kinds.ts'
import { Marked } from './Marked.tsx'

/** One find as a line of a playbill: date, title, what it is about. */
export function HitRow({ hit, locale }: { hit: SearchHit; locale: Locale }) {
  const { date, summary } = hit
  return (
    <li className="hit">
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
          <a href={hrefOfHit(hit, locale)}>
            <Marked hit={hit} />
          </a>
        </h3>
        {summary !== '' && <p className="summary">{summary}</p>}
      </div>
    </li>
  )
}
