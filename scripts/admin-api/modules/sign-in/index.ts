import type { Handlers } from '../../mount.ts'
import { refuseNotYet } from '../not-yet.ts'

export function createSignInHandlers() {
  return {
    'POST /api/user/{provider}_login': refuseNotYet,
    'POST /api/account/bind': refuseNotYet,
    'POST /api/account/unbind': refuseNotYet,
  } satisfies Partial<Handlers>
}
