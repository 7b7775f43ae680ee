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

interface Bills {
  /** The bill of the day, and those of the days around it as far as they exist. */
  day: readonly BillEntry[]
  around: readonly BillEntry[]
}

/**
 * Compares a provider's bill with our books, in both directions. What was booked on the day may stand in
 * the bill of a day beside it: a payment of 23:59 is often heard of after midnight.
 * @param day `YYYY-MM-DD`
 */
export async function findDifferences(
  db: Reader,
  { provider, day, bills }: { provider: string; day: string; bills: Bills },
): Promise<Difference[]> {
  const booked = [...(await listPayments(db, provider)), ...(await listRefunds(db, provider))]
  const books = new Map(booked.map((one) => [`${one.kind} ${one.number}`, one]))
  const billed = new Set(
    [...bills.day, ...bills.around].map((entry) => `${entry.kind} ${numberOf(entry)}`),
  )
  const fromBill = bills.day.flatMap((entry): Difference[] => {
    const number = numberOf(entry)
    const { kind, amountFen: billFen } = entry
    const bookFen = books.get(`${kind} ${number}`)?.amountFen ?? null
    if (bookFen === billFen) return []
    const fault = bookFen === null ? 'not in our books' : 'other amount'
    return [{ fault, kind, number, billFen, bookFen }]
  })
  const start = readDay(day)
  const end = readDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString())
  const fromBooks = booked
    .filter(({ at }) => at >= start && at < end)
    .filter(({ kind, number }) => !billed.has(`${kind} ${number}`))
    .map(({ kind, number, amountFen }): Difference => {
      return { fault: 'not in the bill', kind, number, billFen: null, bookFen: amountFen }
    })
  return [...fromBill, ...fromBooks]
}
