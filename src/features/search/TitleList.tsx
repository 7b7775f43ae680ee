import type { IslandTexts } from '#i18n/island-areas.ts'
import type { SearchHit } from '#api/search.ts'
import { formatDate } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { hrefOfHit } from './kinds.ts'
import { Marked } from './Marked.tsx'
import './title-list.css'

interface RowProps {
  hit: SearchHit
  locale: Locale
  t: IslandTexts<'search'>
}

/** Kind, title and date of a result. */
export function TitleRow({ hit, locale, t }: RowProps) {
  return (
    <>
      <span className="kind">{t(`search:kind_${hit.kind}`)}</span>
      <span className="title">
        <Marked text={hit.title} marks={hit.title_marks} />
      </span>
      {hit.date && <span className="numeral">{formatDate(hit.date, locale)}</span>}
    </>
  )
}

export interface ListProps {
  hits: readonly SearchHit[]
  locale: Locale
  t: IslandTexts<'search'>
}

/** Matching titles as a compact list of links. */
export function TitleList({ hits, ...row }: ListProps) {
  return (
    <ul className="title-list">
      {hits.map((hit) => (
        <li key={`${hit.kind} ${hit.id}`}>
          <a href={hrefOfHit(hit, row.locale)}>
            <TitleRow hit={hit} {...row} />
          </a>
        </li>
      ))}
    </ul>
  )
}
