import type { MouseEvent } from 'react'
import { href } from '#routes.ts'
import { getResultsHref } from '../address.ts'
import { getHitHref } from '../kinds.ts'
import { Marked } from '../Marked.tsx'
import { markSitePage, type SitePage } from '../site-pages.ts'
import { TitleRow, type ListProps } from '../TitleList.tsx'

interface OptionsProps extends ListProps {
  /** Id of the listbox; options are `<id>-0` and so on. */
  id: string
  active: number
  q: string
  /** Matching pages of the site: listed first if one matches exactly, otherwise after the titles. */
  pages: readonly SitePage[]
  onChoose: () => void
}

/** The suggestions as a combobox listbox, whose options are links; the last one leads to all results. */
export function TitleOptions({ hits, pages, q, id, active, onChoose, ...row }: OptionsProps) {
  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option',
    'aria-selected': index === active,
    tabIndex: -1,
    // The field must keep the focus: on blur the list would close before the click.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: onChoose,
  })
  const pageLinks = pages.map((page) => ({
    key: page.name,
    href: href(page.route, row.locale),
    content: (
      <>
        <span className="kind">{row.t('search:kind_page')}</span>
        <span className="title">
          <Marked text={page.title} marks={markSitePage(page, q)} />
        </span>
      </>
    ),
  }))
  const hitLinks = hits.map((hit) => ({
    key: `${hit.kind} ${hit.id}`,
    href: getHitHref(hit, row.locale),
    content: <TitleRow hit={hit} {...row} />,
  }))
  const hasExactPage = pages.some(({ isExact }) => isExact)
  const links = hasExactPage ? [...pageLinks, ...hitLinks] : [...hitLinks, ...pageLinks]
  return (
    // HTML has no element for a listbox of links.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="title-list" role="listbox" id={id} aria-label={row.t('search:suggestions')}>
      {links.map(({ key, content, ...link }, index) => (
        <a key={key} {...link} {...option(index)}>
          {content}
        </a>
      ))}
      <a className="all" href={getResultsHref(row.locale, { q })} {...option(links.length)}>
        {row.t('search:suggestions_all', { q })}
      </a>
    </div>
  )
}
