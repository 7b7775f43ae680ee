import * as v from 'valibot'
import { readItem, removeItem, writeItem } from './safe-storage.ts'

// The ticket selection of this tab, which survives login, a reload and an unpaid order.

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const LineSchema = v.object({
  tier_id: id,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
const ChoiceSchema = v.object({ show_id: id, lines: v.pipe(v.array(LineSchema), v.maxLength(20)) })
/** Tickets of one show: the quantity of each price level. */
export type TicketSelection = v.InferOutput<typeof ChoiceSchema>

const getKey = (performanceId: number) => `tickets:${performanceId}`

/** Stores the selection of a performance. */
export const saveChoice = (performanceId: number, choice: TicketSelection): void =>
  writeItem('sessionStorage', getKey(performanceId), JSON.stringify(choice))

/** Reads the selection of a performance in this tab; null without one. */
export function readChoice(performanceId: number): TicketSelection | null {
  try {
    const stored = readItem('sessionStorage', getKey(performanceId)) ?? 'null'
    return v.parse(ChoiceSchema, JSON.parse(stored))
  } catch {
    return null
  }
}

/** Deletes the selection after the order. */
export const deleteChoice = (performanceId: number): void =>
  removeItem('sessionStorage', getKey(performanceId))
