import type { IslandPart } from '#i18n/island-areas.ts'
import type { SearchHit } from '#api/search.ts'
import { formatDate } from '#i18n/format.ts'
import { getHitHref } from './kinds.ts'
import { Marked } from './Marked.tsx'
import './title-list.css'

interface RowProps extends IslandPart<'search'> {
  hit: SearchHit
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

export interface ListProps extends IslandPart<'search'> {
  hits: readonly SearchHit[]
}

/** Matching titles as a compact list of links. */
export function TitleList({ hits, ...row }: ListProps) {
  return (
    <ul className="title-list">
      {hits.map((hit) => (
        <li key={`${hit.kind} ${hit.id}`}>
          <a href={getHitHref(hit, row.locale)}>
            <TitleRow hit={hit} {...row} />
          </a>
        </li>
      ))}
    </ul>
  )
}
