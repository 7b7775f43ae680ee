import type { ReactNode } from 'react'

/** A part of the form under its own heading, as an act of a play. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-section">
      <h2>{title}</h2>
      <div className="form-fields">{children}</div>
    </section>
  )
}
