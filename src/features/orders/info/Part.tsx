import type { ReactNode } from 'react'

interface Props {
  /** Vertical label: 第一幕, Act I. */
  act: string
  title: string
  latin: string
  /** A list of tickets is left out of a receipt. */
  isUnprinted?: boolean
  children: ReactNode
}

/** A section of the order, headed as the acts of the other pages are. */
export function Part({ act, title, latin, isUnprinted = false, children }: Props) {
  return (
    <section className="order-act" aria-label={title} data-unprinted={isUnprinted || undefined}>
      <header>
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
