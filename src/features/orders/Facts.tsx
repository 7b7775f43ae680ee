import type { ReactNode } from 'react'
import type { Fact } from '#features/order-core/order-kind.ts'

interface Props {
  facts: readonly Fact[]
  className?: string
  /** Rows of another form, before the others. */
  children?: ReactNode
}

/** Facts as a definition list in numerals. */
export function Facts({ facts, className = 'order-facts', children }: Props) {
  return (
    <dl className={className}>
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
