import * as v from 'valibot'
import { OrderNumberSchema } from '#api/order.ts'

/** The order number that an address names, null for none or a malformed one. */
export function readOrderNo(search: string): string | null {
  const id = new URLSearchParams(search).get('id')
  return v.is(OrderNumberSchema, id) ? id : null
}
