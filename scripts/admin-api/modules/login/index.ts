import type { Handlers } from '../../mount.ts'
import { refuseNotYet } from '../not-yet.ts'

export function createLoginHandlers() {
  return {
    'POST /api/sms/send': refuseNotYet,
    'POST /api/user/login': refuseNotYet,
    'POST /api/user/logout': refuseNotYet,
    'POST /api/account/completeEmail': refuseNotYet,
    'GET /api/account/sessions': refuseNotYet,
    'POST /api/account/end_session': refuseNotYet,
    'POST /api/account/confirm': refuseNotYet,
    'POST /api/account/change_mobile': refuseNotYet,
  } satisfies Partial<Handlers>
}
