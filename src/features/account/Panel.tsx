import type { ReactNode } from 'react'

interface Props {
  /** Vertical label: 第一幕, Act I. */
  act: string
  title: string
  latin: string
  children: ReactNode
}

/** A section of the account page, with the same act heading as other pages. */
export function Panel({ act, title, latin, children }: Props) {
  return (
    <section className="user-act" aria-label={title}>
      <header>
        <p className="label vertical">{act}</p>
        <div>
          <h2>{title}</h2>
          <p className="latin" lang="en">
            {latin}
          </p>
        </div>
      </header>
      {children}
    </section>
  )
}
