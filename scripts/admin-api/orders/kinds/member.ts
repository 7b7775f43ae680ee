import { all } from '../../db/write.ts'
import { pickName } from '../../modules/read/names.ts'
import { formatTime } from '../../venue-time.ts'
import { addMonths } from '../add-months.ts'
import { createPackageOrder } from '../create/package.ts'
import type { OrderKind } from '../order-kind.ts'
import { insertRow } from '../orders.ts'

/** A membership. */
export const member: OrderKind<'member'> = {
  acceptsBalance: true,

  create(db, buyer, { member_package_id: id, expected_payable_fen: expectedFen }) {
    const subject = { type: 'member', quantity: 1, member_package_id: id } as const
    return createPackageOrder(db, buyer, { table: 'member_package', id, expectedFen, subject })
  },

  /** The new membership begins now, or when the current one ends. */
  fulfil(db, order, now) {
    const packages = db.prepare('SELECT months FROM member_package WHERE id = ?')
    const months = Number(packages.get(order.member_package_id)?.['months'])
    const current = db
      .prepare('SELECT max(until_at) AS until FROM membership WHERE user_id = ? AND revoked = 0')
      .get(order.user_id)
    const from = Math.max(now, Number(current?.['until'] ?? 0))
    insertRow(db, 'membership', {
      user_id: order.user_id,
      order_id: order.id,
      from_at: from,
      until_at: addMonths(from, months),
    })
  },

  readName(db, { member_package_id: id }, { lang }) {
    const query = db.query.selectFrom('member_package').select('name')
    const [row] = all(db, query.where('id', '=', id ?? 0))
    return { title: row ? pickName(row.name, lang) : '—', image: null }
  },

  async describe({ db }, order) {
    const query = db.query.selectFrom('membership').selectAll().where('order_id', '=', order.id)
    const [membership] = all(db, query)
    return {
      type: 'member',
      from: membership ? formatTime(membership.from_at) : null,
      until: membership ? formatTime(membership.until_at) : null,
    }
  },
}
