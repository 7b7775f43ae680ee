import type { BodyOf, DataOf } from '#api/index.ts'
import type { Deps } from '../../deps.ts'
import { describeOrders } from '../../orders/describe.ts'
import { hasDisplayStatus } from '../../orders/orders.ts'
import { queryPage } from '../read/page.ts'
import type { ReadContext } from '../read/texts.ts'

type ListRequest = ReadContext & BodyOf<'POST /api/order/list'> & { userId: number }

/** Orders of a member that match the filter, newest first. */
function selectOwn({ db }: Deps, { userId, type, status }: ListRequest) {
  const query = db.query
    .selectFrom('order')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$call((select) => (type === undefined ? select : select.where('type', '=', type)))
  return status === undefined ? query : query.where(hasDisplayStatus(status))
}

/** A page of a member's orders, newest first. */
export async function listOrders(
  deps: Deps,
  request: ListRequest,
): Promise<DataOf<'POST /api/order/list'>> {
  const { items, ...page } = await queryPage(selectOwn(deps, request), request)
  return { ...page, items: await describeOrders(deps, items, request) }
}
