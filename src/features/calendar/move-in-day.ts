import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Moves the focus between the links of a day by arrow keys. @returns whether there was a next link
 */
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
