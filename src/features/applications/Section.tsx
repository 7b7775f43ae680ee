import type { ReactNode } from 'react'

/** A section of the form with an act heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-section">
      <h2>{title}</h2>
      <div className="form-fields">{children}</div>
    </section>
  )
}
