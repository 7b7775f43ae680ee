import type { KeyboardEvent } from 'react'
import { getMonth, getSameDay, shiftDay, shiftMonth, listWeek } from './months.ts'

/** The day that a key moves to in the grid (WAI-ARIA, date grid). */
const MOVES: Record<string, (day: string) => string | undefined> = {
  ArrowLeft: (day) => shiftDay(day, -1),
  ArrowRight: (day) => shiftDay(day, 1),
  ArrowUp: (day) => shiftDay(day, -7),
  ArrowDown: (day) => shiftDay(day, 7),
  Home: (day) => listWeek(day)[0],
  End: (day) => listWeek(day)[6],
  PageUp: (day) => getSameDay(shiftMonth(getMonth(day), -1), day),
  PageDown: (day) => getSameDay(shiftMonth(getMonth(day), 1), day),
}

/** The day that a key moves to, or null for other keys. */
export const findNextDay = (day: string, key: string): string | null => MOVES[key]?.(day) ?? null

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
