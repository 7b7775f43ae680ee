import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** Arrows among the links of one day or its programme; whether there was one to go to. */
export function moveInDay(event: KeyboardEvent): boolean {
  const step = STEPS[event.key]
  const target = event.target as Element
  if (step === undefined) return false
  const links = [...(target.closest('td')?.querySelectorAll<HTMLElement>('a') ?? [])]
  const next = links[links.indexOf(target as HTMLElement) + step]
  if (!next) return false
  next.focus()
  event.preventDefault()
  return true
}
