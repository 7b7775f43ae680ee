import type { Temporal } from 'temporal-polyfill'
import type { Reader } from '../db/open.ts'
import type { BillEntry } from '../providers/payment/payment.ts'
import { HOUR } from '../../lib/durations.ts'

/** A difference between a provider's bill and our books. */
export interface Difference {
  fault: 'not in our books' | 'not in the bill' | 'other amount'
  kind: BillEntry['kind']
  number: string
  /** Null if the entry is missing on that side. */
  billFen: number | null
  bookFen: number | null
}

interface BookEntry extends BillEntry {
  at: number
  /** Whether the bill must contain it: a refund that the provider is processing may be missing. */
  isFinal: boolean
}

async function listPayments(db: Reader, provider: string): Promise<BookEntry[]> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment.attempt_id')
    .select(['payment_attempt.out_trade_no as number', 'payment.amount_fen as amountFen'])
    .select('payment.at')
    .where('payment.provider', '=', provider)
    .execute()
  return rows.map((row) => ({ kind: 'payment', isFinal: true, ...row }))
}

async function listRefunds(db: Reader, provider: string): Promise<BookEntry[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.out_refund_no as number', 'refund.amount_fen as amountFen', 'refund.at'])
    .select('refund.state')
    .where('payment.provider', '=', provider)
    .where('refund.settled_by_hand', '=', 0)
    .execute()
  return rows.map(({ state, ...row }) => ({ kind: 'refund', isFinal: state === 'done', ...row }))
}

const nameEntry = ({ kind, number }: BillEntry): string => `${kind} ${number}`

/** Days of bills are days in Beijing, wherever the venue is. */
const BILL_TIME_ZONE = 'Asia/Shanghai'
/** Hour of the next day at which all providers have published their bills (WeChat Pay: 10, Alipay: 9). */
const BILL_HOUR = 10

const getStart = (day: Temporal.PlainDate): number =>
  day.toZonedDateTime(BILL_TIME_ZONE).epochMilliseconds

const getEnd = (day: Temporal.PlainDate): number => getStart(day.add({ days: 1 }))

/** Whether the bill of a day is published. @param now epoch ms */
export const isBillDue = (day: Temporal.PlainDate, now: number): boolean =>
  now >= getEnd(day) + BILL_HOUR * HOUR

interface Bills {
  /** The bill of the day. */
  day: readonly BillEntry[]
  /** The bill of the previous day. */
  before: readonly BillEntry[]
  /** The bill of the next day; null while it is not published. */
  after: readonly BillEntry[] | null
}

/**
 * Compares a provider's bill with our books in both directions. An entry of our books may be in the bill of an
 * adjacent day: the webhook of a payment at 23:59 often arrives after midnight.
 */
export async function reconcile(
  db: Reader,
  { provider, day, bills }: { provider: string; day: Temporal.PlainDate; bills: Bills },
) {
  const bookEntries = [...(await listPayments(db, provider)), ...(await listRefunds(db, provider))]
  const books = new Map(bookEntries.map((entry) => [nameEntry(entry), entry]))
  const fromBill = bills.day.flatMap((entry): Difference[] => {
    const { kind, number, amountFen: billFen } = entry
    const bookFen = books.get(nameEntry(entry))?.amountFen ?? null
    if (bookFen === billFen) return []
    const fault = bookFen === null ? 'not in our books' : 'other amount'
    return [{ fault, kind, number, billFen, bookFen }]
  })
  const billed = new Set([...bills.before, ...bills.day, ...(bills.after ?? [])].map(nameEntry))
  const [start, end] = [getStart(day), getEnd(day)]
  const missing = bookEntries
    .filter(({ at, isFinal }) => isFinal && at >= start && at < end)
    .filter((entry) => !billed.has(nameEntry(entry)))
  const isWaiting = ({ at }: BookEntry) => bills.after === null && at >= end - HOUR
  const fromBooks = missing
    .filter((entry) => !isWaiting(entry))
    .map(({ kind, number, amountFen }): Difference => {
      return { fault: 'not in the bill', kind, number, billFen: null, bookFen: amountFen }
    })
  return {
    differences: [...fromBill, ...fromBooks],
    // Entries of the last hour that may be in the next bill, which is not published yet.
    waiting: missing.length - fromBooks.length,
  }
}
