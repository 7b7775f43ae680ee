import * as v from 'valibot'
import { readReturnPath } from './return-path.ts'

// What somebody chose and ordered in this tab: it survives the login, a reload and the cashier.

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const LineSchema = v.object({
  tier_id: id,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
const ChoiceSchema = v.object({ show_id: id, lines: v.pipe(v.array(LineSchema), v.maxLength(20)) })
/** Tickets of one show: how many of each price level. */
export type TicketChoice = v.InferOutput<typeof ChoiceSchema>

const OriginSchema = v.object({
  /** The page where the order was made, and where the same can be ordered again. */
  path: v.string(),
  /** What was ordered, in words that the order itself does not carry. */
  lines: v.array(v.object({ name: v.string(), quantity: v.number() })),
  /** Tickets to choose once more. */
  tickets: v.optional(v.object({ performance_id: id, choice: ChoiceSchema })),
})
export type OrderOrigin = v.InferOutput<typeof OriginSchema>

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
const originKey = (orderNo: string) => `order:${orderNo}`

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

/** Keeps where an order came from. */
export const keepOrigin = (orderNo: string, origin: OrderOrigin, store = browser): void =>
  write(originKey(orderNo), origin, store)

/** Where an order of this tab came from, null for others. */
export function readOrigin(orderNo: string, store = browser): OrderOrigin | null {
  const origin = read(originKey(orderNo), OriginSchema, store)
  return origin && readReturnPath(origin.path, '') === '' ? null : origin
}
