import { Option } from '@commander-js/extra-typings'
import type { Consent, Plan } from '../../../lib/command-line/confirm.ts'
import { formatCount } from '../../../lib/format-count.ts'
import type { Reader } from '../../db/open.ts'
import {
  listFailedRefunds,
  retryFailedRefunds,
  settleFailedRefunds,
} from '../../orders/failed-refunds.ts'
import { findOrder } from '../../orders/orders.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { formatYuan } from '../../yuan.ts'
import { runPlanned } from '../with-database.ts'
import { findByNumber } from './filter.ts'

export const failedRefundOptions = {
  retry: () =>
    new Option('--retry', 'send a failed refund to the provider again').conflicts([
      'settledByHand',
      'ticket',
    ]),
  settledByHand: () =>
    new Option(
      '--settled-by-hand',
      'record that a failed refund was repaid in another way',
    ).conflicts('ticket'),
}

type Remedy = 'retry' | 'settle'

const noFailedRefund = (number: string) => new CommandError(`Order ${number} has no failed refund`)

/** @throws CommandError if no refund of the order has failed */
async function planRemedy(db: Reader, number: string, remedy: Remedy): Promise<Plan> {
  const order = await findByNumber(db, number)
  const refunds = await listFailedRefunds(db, order.id)
  if (refunds.length === 0) throw noFailedRefund(number)
  return {
    effects: refunds.map(
      ({ out_refund_no: refundNo, amount_fen: fen, provider }) =>
        `Refund ${refundNo} of ${formatYuan(fen)} yuan by ${provider} has failed`,
    ),
    question:
      remedy === 'retry'
        ? 'Send it to the provider again?'
        : 'Has the buyer got this money in another way, and nothing from the provider?',
  }
}

const REMEDIES = {
  retry: { run: retryFailedRefunds, action: 'refund retry', effect: 'sent again' },
  settle: { run: settleFailedRefunds, action: 'refund settled by hand', effect: 'settled' },
} as const

/** Sends the failed refunds of an order again, or records that staff have repaid them by hand. */
export const remedyFailedRefunds = (
  context: StaffContext,
  { number, remedy }: { number: string; remedy: Remedy },
  consent: Consent,
): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planRemedy(db, number, remedy),
    async run(db) {
      const { run, action, effect } = REMEDIES[remedy]
      const { id, user_id: userId } = await findByNumber(db.query, number)
      const count = await db.transaction(async (trx) => {
        const changed = await run(trx, id, context.now())
        // It may have been done since the confirmation.
        if (changed === 0) throw noFailedRefund(number)
        await auditStaff(trx, { action, userId, data: { order_no: number }, at: context.now() })
        return changed
      })
      const { status } = await findOrder(db.query, id)
      context.terminal.print(
        `Order ${number}: ${formatCount(count, 'refund is', 'refunds are')} ${effect}, now ${status}`,
      )
    },
  })
