import { Temporal } from 'temporal-polyfill'
import type { Reader } from '../db/open.ts'
import type { BillEntry } from '../providers/payment/bill.ts'
import { readDay } from '../venue-time.ts'

/** What a provider's bill and our books say of the same money. */
export interface Difference {
  fault: 'not in our books' | 'not in the bill' | 'other amount'
  kind: BillEntry['kind']
  /** Our number of the payment or the refund. */
  number: string
  /** Null where one side lacks it. */
  billFen: number | null
  bookFen: number | null
}

interface Booked {
  kind: BillEntry['kind']
  number: string
  amountFen: number
  at: number
}

async function listPayments(db: Reader, provider: string): Promise<Booked[]> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment.attempt_id')
    .select(['payment_attempt.out_trade_no', 'payment.amount_fen', 'payment.at'])
    .where('payment.provider', '=', provider)
    .execute()
  return rows.map((row) => ({
    kind: 'payment',
    number: row.out_trade_no,
    amountFen: row.amount_fen,
    at: row.at,
  }))
}

async function listRefunds(db: Reader, provider: string): Promise<Booked[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.out_refund_no', 'refund.amount_fen', 'refund.at'])
    .where('payment.provider', '=', provider)
    .where('refund.state', '=', 'done')
    .execute()
  return rows.map((row) => ({
    kind: 'refund',
    number: row.out_refund_no,
    amountFen: row.amount_fen,
    at: row.at,
  }))
}

const numberOf = (entry: BillEntry): string =>
  entry.kind === 'payment' ? entry.outTradeNo : entry.outRefundNo

/** From this hour of the next day on the bills of all providers are there (WeChat Pay: 10, Alipay: 9). */
const BILL_HOURS = 10
const HOUR_MS = 3_600_000

const nextDay = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

/** Whether the bill of a day is there. @param day `YYYY-MM-DD` @param now epoch ms */
export const isBillDue = (day: string, now: number): boolean =>
  now >= readDay(nextDay(day)) + BILL_HOURS * HOUR_MS

interface Bills {
  /** The bill of the day, and those of the days beside it. */
  day: readonly BillEntry[]
  before: readonly BillEntry[]
  /** Null while it is not there yet. */
  after: readonly BillEntry[] | null
}

interface Reconciliation {
  differences: Difference[]
  /** Bookings of the last hour that may stand in the next bill, which is not there yet. */
  waiting: number
}

/**
 * Compares a provider's bill with our books, in both directions. What was booked on the day may stand in
 * the bill of a day beside it: a payment of 23:59 is often heard of after midnight.
 * @param day `YYYY-MM-DD`
 */
export async function reconcile(
  db: Reader,
  { provider, day, bills }: { provider: string; day: string; bills: Bills },
): Promise<Reconciliation> {
  const booked = [...(await listPayments(db, provider)), ...(await listRefunds(db, provider))]
  const books = new Map(booked.map((one) => [`${one.kind} ${one.number}`, one]))
  const fromBill = bills.day.flatMap((entry): Difference[] => {
    const number = numberOf(entry)
    const { kind, amountFen: billFen } = entry
    const bookFen = books.get(`${kind} ${number}`)?.amountFen ?? null
    if (bookFen === billFen) return []
    const fault = bookFen === null ? 'not in our books' : 'other amount'
    return [{ fault, kind, number, billFen, bookFen }]
  })
  const billed = new Set(
    [...bills.before, ...bills.day, ...(bills.after ?? [])].map(
      (entry) => `${entry.kind} ${numberOf(entry)}`,
    ),
  )
  const [start, end] = [readDay(day), readDay(nextDay(day))]
  const missing = booked
    .filter(({ at }) => at >= start && at < end)
    .filter(({ kind, number }) => !billed.has(`${kind} ${number}`))
  const isWaiting = ({ at }: Booked) => bills.after === null && at >= end - HOUR_MS
  const fromBooks = missing
    .filter((one) => !isWaiting(one))
    .map(({ kind, number, amountFen }): Difference => {
      return { fault: 'not in the bill', kind, number, billFen: null, bookFen: amountFen }
    })
  return {
    differences: [...fromBill, ...fromBooks],
    waiting: missing.length - fromBooks.length,
  }
}
