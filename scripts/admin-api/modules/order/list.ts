import type { DataOf } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import type { OrderStatus, OrderType } from '#api/order.ts'
import type { Deps } from '../../deps.ts'
import { describeOrders } from '../../orders/describe.ts'

interface ListRequest {
  userId: number
  type?: OrderType | undefined
  status?: OrderStatus | undefined
  page: number
  size: number
  lang: Locale
  now: number
}

/** Own orders, newest first. */
function selectOwn({ db }: Deps, { userId, type, status }: ListRequest) {
  const query = db.query
    .selectFrom('order')
    .where('user_id', '=', userId)
    .$call((select) => (type === undefined ? select : select.where('type', '=', type)))
  if (status === undefined) return query
  if (status !== 'verified') return query.where('status', '=', status)
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('verified_order').select('id').whereRef('verified_order.id', '=', 'order.id'),
    ),
  )
}

export async function listOrders(
  deps: Deps,
  request: ListRequest,
): Promise<DataOf<'POST /api/order/list'>> {
  const { page, size, lang, now } = request
  const own = selectOwn(deps, request)
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await own
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = await describeOrders(deps, rows, { lang, now })
  return { items, page, size, total }
}
