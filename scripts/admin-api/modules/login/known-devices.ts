import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'

interface Device {
  /** Phone number or e-mail address. */
  target: string
  deviceHash: string
}

/** Whether a browser has used a code of this phone before: then it is most likely the owner's. */
export function isKnownDevice(db: Database, { target, deviceHash }: Device): boolean {
  const known = db.prepare('SELECT 1 FROM known_device WHERE target = ? AND device_hash = ?')
  return deviceHash !== '' && known.get(target, deviceHash) !== undefined
}

/** Remembers a browser that has used a code. */
export function rememberDevice(db: Database, { target, deviceHash }: Device, now: number): void {
  if (deviceHash === '') return
  execute(
    db,
    `INSERT INTO known_device (target, device_hash, used_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET used_at = excluded.used_at`,
    target,
    deviceHash,
    now,
  )
}
