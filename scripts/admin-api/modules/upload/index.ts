import type { Handlers } from '../../mount.ts'
import { refuseNotYet } from '../not-yet.ts'

export function createUploadHandlers() {
  return {
    'POST /api/upload/ticket': refuseNotYet,
    'POST /api/upload/complete': refuseNotYet,
    'POST /api/upload/discard': refuseNotYet,
    'POST /api/upload/link': refuseNotYet,
    'POST /api/upload/{provider}_callback': refuseNotYet,
  } satisfies Partial<Handlers>
}
