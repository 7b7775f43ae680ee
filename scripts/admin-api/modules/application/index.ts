import type { Handlers } from '../../mount.ts'
import { refuseNotYet } from '../not-yet.ts'

export function createApplicationHandlers() {
  return {
    'POST /api/course/apply': refuseNotYet,
    'POST /api/course/activity_apply': refuseNotYet,
    'GET /api/account/applications': refuseNotYet,
  } satisfies Partial<Handlers>
}
