import type { ReactNode } from 'react'
import './lazy-layout.css'

interface Props {
  /** Vertical label: 第一幕, Act I. */
  act: string
  title: string
  latin: string
  /** `small`: for a section below another title. */
  size?: 'small'
  /** Whether it is laid out near the viewport only. */
  isLazy?: boolean
  /** Hidden when the page is printed on paper as a receipt. */
  isUnprinted?: boolean
  children: ReactNode
}

/** A section of a member page with the act heading that other pages have too. */
export function Act({
  act,
  title,
  latin,
  size,
  isLazy = false,
  isUnprinted = false,
  children,
}: Props) {
  return (
    <section
      className={isLazy ? 'lazy-layout' : undefined}
      aria-label={title}
      data-unprinted={isUnprinted || undefined}
    >
      <header className="act-head" data-size={size}>
        <p className="label vertical">{act}</p>
        <div>
          <h2>{title}</h2>
          {latin !== title && (
            <p className="latin" lang="en">
              {latin}
            </p>
          )}
        </div>
      </header>
      {children}
    </section>
  )
}
