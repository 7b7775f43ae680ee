import * as v from 'valibot'

// What somebody chose in this tab: it survives the login, a reload and an order that ended unpaid.

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const LineSchema = v.object({
  tier_id: id,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
const ChoiceSchema = v.object({ show_id: id, lines: v.pipe(v.array(LineSchema), v.maxLength(20)) })
/** Tickets of one show: how many of each price level. */
export type TicketChoice = v.InferOutput<typeof ChoiceSchema>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const browser = (): Store => globalThis.sessionStorage

function write(key: string, value: unknown, store: () => Store): void {
  try {
    store().setItem(key, JSON.stringify(value))
  } catch {
    // Without storage the choice lasts as long as this page.
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

/** Keeps what is chosen of a performance. */
export const keepChoice = (performanceId: number, choice: TicketChoice, store = browser): void =>
  write(choiceKey(performanceId), choice, store)

/** What was chosen of a performance in this tab, null without. */
export const readChoice = (performanceId: number, store = browser): TicketChoice | null =>
  read(choiceKey(performanceId), ChoiceSchema, store)

/** Forgets what was chosen: it is ordered now. */
export function dropChoice(performanceId: number, store = browser): void {
  try {
    store().removeItem(choiceKey(performanceId))
  } catch {
    // Nothing was kept.
  }
}
