import type { OrderType } from '#api/order.ts'
import { insertOrder } from './create/buyer.ts'
import { course } from './kinds/course.ts'
import { member } from './kinds/member.ts'
import { performance } from './kinds/performance.ts'
import { moveBalance } from './ledger.ts'
import type { OrderKind } from './order-kind.ts'
import { quotePlain } from './quote.ts'

/** The rules of each kind; records with helper functions are in `kinds/`. */
const ORDER_KINDS: { [T in OrderType]: OrderKind<T> } = {
  performance,
  course,
  member,

  // A top-up of the balance.
  recharge: {
    acceptsBalance: false,
    // The orders paid from the balance are invoiced instead.
    isInvoiceable: false,

    create: (trx, buyer, { amount_fen: amount }) =>
      insertOrder(
        trx,
        buyer,
        { type: 'recharge', quantity: 1 },
        { quote: quotePlain(amount), expectedFen: amount },
      ),

    fulfil(trx, order, now) {
      const entry = { userId: order.user_id, orderId: order.id, reason: 'recharge', now }
      return moveBalance(trx, order.payable_fen, entry)
    },

    revoke(trx, order, now) {
      const entry = { userId: order.user_id, orderId: order.id, reason: 'refunded', now }
      return moveBalance(trx, -order.payable_fen, entry)
    },

    findConfirmation: () => 'balance_topped_up',

    // A top-up has no item; its title is the name of the site.
    readName: async (_db, _order, { readSiteName }) => ({
      title: await readSiteName(),
      image: null,
    }),

    describe: async () => ({ type: 'recharge' }),
  },
}

/** The rules for an order or an order request. */
export const getOrderKind = <T extends OrderType>({ type }: { type: T }): OrderKind<T> =>
  ORDER_KINDS[type]
