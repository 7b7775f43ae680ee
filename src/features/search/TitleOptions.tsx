import type { MouseEvent } from 'react'
import { href } from '#routes.ts'
import { hrefOfHit } from './kinds.ts'
import { Marked } from './Marked.tsx'
import { markSitePage, type SitePage } from './site-pages.ts'
import { TitleRow, type ListProps } from './TitleList.tsx'

interface OptionsProps extends ListProps {
  /** Id of the listbox; options are `<id>-0` and so on. */
  id: string
  active: number
  q: string
  /** Pages that the query names; they stand first. */
  pages: readonly SitePage[]
  /** The last option: everything that is found. */
  all: { href: string; label: string }
  onChoose: () => void
}

/** The same list under the field, as the options of a combobox: links that the arrow keys walk. */
export function TitleOptions({ hits, pages, q, id, active, all, onChoose, ...row }: OptionsProps) {
  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option',
    'aria-selected': index === active,
    tabIndex: -1,
    // A press must not take the focus from the field: the list would be gone before the click.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: onChoose,
  })
  return (
    // No element of HTML is a list of links to walk with the arrow keys.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="title-list" role="listbox" id={id} aria-label={row.t('search:suggestions')}>
      {pages.map((page, index) => (
        <a key={page.name} href={href(page.route, row.locale)} {...option(index)}>
          <span className="kind">{row.t('search:kind_page')}</span>
          <span className="title">
            <Marked text={page.title} marks={markSitePage(page, q)} />
          </span>
        </a>
      ))}
      {hits.map((hit, index) => (
        <a
          key={`${hit.kind} ${hit.id}`}
          href={hrefOfHit(hit, row.locale)}
          {...option(pages.length + index)}
        >
          <TitleRow hit={hit} {...row} />
        </a>
      ))}
      <a className="all" href={all.href} {...option(pages.length + hits.length)}>
        {all.label}
      </a>
    </div>
  )
}
