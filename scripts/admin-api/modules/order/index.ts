import type { Handlers } from '../../mount.ts'
import { refuseNotYet } from '../not-yet.ts'

export function createOrderHandlers() {
  return {
    'POST /api/order/list': refuseNotYet,
    'GET /api/order/detail': refuseNotYet,
    'POST /api/order/create': refuseNotYet,
    'POST /api/order/pay': refuseNotYet,
    'POST /api/order/pay_h5': refuseNotYet,
    'POST /api/order/verify': refuseNotYet,
  } satisfies Partial<Handlers>
}
