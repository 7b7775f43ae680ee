import { insertOrder } from '../create/buyer.ts'
import { moveBalance } from '../ledger.ts'
import type { OrderKind } from '../order-kind.ts'
import { quotePlain } from '../quote.ts'

/** A top-up of the balance. */
export const recharge: OrderKind<'recharge'> = {
  acceptsBalance: false,
  // The orders paid from the balance are invoiced instead.
  isInvoiceable: false,

  create: (trx, buyer, { amount_fen: amount }) =>
    insertOrder(trx, buyer, { type: 'recharge', quantity: 1 }, quotePlain(amount)),

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
  readName: async (_db, _order, { readSiteName }) => ({ title: await readSiteName(), image: null }),

  describe: async () => ({ type: 'recharge' }),
}
