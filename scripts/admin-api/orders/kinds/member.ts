import { lockAccount } from '../../db/locks.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { pickName } from '../../modules/read/names.ts'
import { addMonths, formatTime } from '../../venue-time.ts'
import { insertOrder } from '../create/buyer.ts'
import { findMembershipEnd, revokeMembership } from '../members.ts'
import type { OrderKind } from '../order-kind.ts'
import type { OrderRow } from '../orders.ts'
import { quotePlain } from '../quote.ts'

/** The months of the current offer, for orders from before their months were stored. */
async function readOfferMonths(db: Reader, { member_package_id: id }: OrderRow): Promise<number> {
  const query = db.selectFrom('member_package').select('months').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).months
}

/** A membership. */
export const member: OrderKind<'member'> = {
  acceptsBalance: true,
  isInvoiceable: true,

  async create(trx, buyer, { member_package_id: id, expected_payable_fen: expectedFen }) {
    const { price_fen: priceFen, months } = await trx
      .selectFrom('member_package')
      .select(['price_fen', 'months'])
      .where('id', '=', id)
      .where('published', '=', 1)
      .executeTakeFirstOrThrow(notFound)
    const subject = { type: 'member', quantity: 1, member_package_id: id, months } as const
    return insertOrder(trx, buyer, subject, { quote: quotePlain(priceFen), expectedFen })
  },

  /** The new membership starts now, or when the current one ends. */
  async fulfil(trx, order, now) {
    // Serialises memberships that are paid at the same time, so that they do not overlap.
    await lockAccount(trx, order.user_id)
    const months = order.months ?? (await readOfferMonths(trx, order))
    const from = Math.max(now, (await findMembershipEnd(trx, order.user_id)) ?? 0)
    await trx
      .insertInto('membership')
      .values({
        user_id: order.user_id,
        order_id: order.id,
        from_at: from,
        until_at: addMonths(from, months),
      })
      .execute()
  },

  revoke: revokeMembership,

  findConfirmation: () => 'membership_started',

  async readName(db, { member_package_id: id }, { lang }) {
    const query = db.selectFrom('member_package').select('name').where('id', '=', id)
    const row = await query.executeTakeFirst()
    return { title: row ? pickName(row.name, lang) : '—', image: null }
  },

  async describe({ db }, order) {
    const membership = await db.query
      .selectFrom('membership')
      .select(['from_at', 'until_at'])
      .where('order_id', '=', order.id)
      .executeTakeFirst()
    return {
      type: 'member',
      from: membership ? formatTime(membership.from_at) : null,
      until: membership ? formatTime(membership.until_at) : null,
    }
  },
}
