import type { Handlers } from '../../mount.ts'
import { refuseNotYet } from '../not-yet.ts'

export function createUploadHandlers() {
  return {
    'POST /api/upload/{provider}_callback': refuseNotYet,
  } satisfies Partial<Handlers>
}
