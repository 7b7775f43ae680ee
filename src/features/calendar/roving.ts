import type { KeyboardEvent } from 'react'
import { monthOf, sameDayIn, shiftDay, shiftMonth, weekOf } from './months.ts'

/**
 * The day that a key moves to in the grid, or null for other keys: arrows by day and week, Home and
 * End within the week, Page Up and Page Down by month (WAI-ARIA, date grid).
 */
export function findNextDay(day: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return shiftDay(day, -1)
    case 'ArrowRight':
      return shiftDay(day, 1)
    case 'ArrowUp':
      return shiftDay(day, -7)
    case 'ArrowDown':
      return shiftDay(day, 7)
    case 'Home':
      return weekOf(day)[0] ?? null
    case 'End':
      return weekOf(day)[6] ?? null
    case 'PageUp':
      return sameDayIn(shiftMonth(monthOf(day), -1), day)
    case 'PageDown':
      return sameDayIn(shiftMonth(monthOf(day), 1), day)
    default:
      return null
  }
}

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
