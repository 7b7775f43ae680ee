import type { Handlers } from '../../mount.ts'
import { refuseNotYet } from '../not-yet.ts'

export function createAccountHandlers() {
  return {
    'POST /api/sms/send': refuseNotYet,
    'POST /api/user/login': refuseNotYet,
    'POST /api/user/{provider}_login': refuseNotYet,
    'POST /api/account/completeEmail': refuseNotYet,
    'GET /api/account/profile': refuseNotYet,
    'POST /api/account/profile': refuseNotYet,
    'POST /api/account/member': refuseNotYet,
  } satisfies Partial<Handlers>
}
