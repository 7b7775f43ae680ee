import * as v from 'valibot'

// The ticket selection of this tab, which survives login, a reload and an unpaid order.

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const LineSchema = v.object({
  tier_id: id,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
const ChoiceSchema = v.object({ show_id: id, lines: v.pipe(v.array(LineSchema), v.maxLength(20)) })
/** Tickets of one show: the quantity of each price level. */
export type TicketChoice = v.InferOutput<typeof ChoiceSchema>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const browser = (): Store => globalThis.sessionStorage

function write(key: string, value: unknown, store: () => Store): void {
  try {
    store().setItem(key, JSON.stringify(value))
  } catch {
    // Without storage the selection lasts as long as this page.
  }
}

function read<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  store: () => Store,
): v.InferOutput<Schema> | null {
  try {
    const result = v.safeParse(schema, JSON.parse(store().getItem(key) ?? 'null'))
    return result.success ? result.output : null
  } catch {
    return null
  }
}

const choiceKey = (performanceId: number) => `tickets:${performanceId}`

/** Stores the selection of a performance. */
export const saveChoice = (performanceId: number, choice: TicketChoice, store = browser): void =>
  write(choiceKey(performanceId), choice, store)

/** Reads the selection of a performance in this tab; null without one. */
export const readChoice = (performanceId: number, store = browser): TicketChoice | null =>
  read(choiceKey(performanceId), ChoiceSchema, store)

/** Deletes the selection after the order. */
export function deleteChoice(performanceId: number, store = browser): void {
  try {
    store().removeItem(choiceKey(performanceId))
  } catch {
    // Without storage there is no selection.
  }
}
