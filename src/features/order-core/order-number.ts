import * as v from 'valibot'
import { OrderNumberSchema } from '#api/order.ts'

/** The order number of `?id=`; null if missing or malformed. */
export function readOrderNumber(search: string): string | null {
  const id = new URLSearchParams(search).get('id')
  return v.is(OrderNumberSchema, id) ? id : null
}
