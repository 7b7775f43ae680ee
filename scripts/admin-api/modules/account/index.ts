import type { Handlers } from '../../mount.ts'
import { refuseNotYet } from '../not-yet.ts'

export function createAccountHandlers() {
  return {
    'GET /api/account/profile': refuseNotYet,
    'POST /api/account/profile': refuseNotYet,
    'POST /api/account/member': refuseNotYet,
  } satisfies Partial<Handlers>
}
