import * as v from 'valibot'
import { OrderNumberSchema } from '#api/order.ts'

/** The order number in a URL, null if missing or malformed. */
export function readOrderNo(search: string): string | null {
  const id = new URLSearchParams(search).get('id')
  return v.is(OrderNumberSchema, id) ? id : null
}
