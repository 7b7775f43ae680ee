import type { ReactNode } from 'react'
import type { Fact } from '#features/order-core/order-kind.ts'

interface Props {
  facts: readonly Fact[]
  layout?: 'rows' | 'sums' | 'inline'
  /** Custom rows, placed before the facts. */
  children?: ReactNode
}

/** Facts as a definition list. */
export function Facts({ facts, layout = 'rows', children }: Props) {
  return (
    <dl className="facts" data-layout={layout}>
      {children}
      {facts.map(({ name, value, isNumeral }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={isNumeral ? 'numeral' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
