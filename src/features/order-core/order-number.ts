import * as v from 'valibot'
import { OrderNumberSchema } from '#api/order.ts'

/** Reads the order number from `?id=`; null if it is missing or malformed. */
export function readOrderNumber(search: string): string | null {
  const id = new URLSearchParams(search).get('id')
  return v.is(OrderNumberSchema, id) ? id : null
}
