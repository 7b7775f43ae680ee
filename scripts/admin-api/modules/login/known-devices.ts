import type { Reader, Transaction } from '../../db/open.ts'
import { hasRows } from '../../db/rows.ts'

interface Device {
  /** Phone number or e-mail address. */
  target: string
  deviceHash: string
}

/** Whether a browser has used a code of this phone before, so that it probably belongs to the owner. */
export async function isKnownDevice(db: Reader, { target, deviceHash }: Device): Promise<boolean> {
  if (deviceHash === '') return false
  const devices = db.selectFrom('known_device').where('target', '=', target)
  return hasRows(devices.where('device_hash', '=', deviceHash))
}

/** Records that a browser has used a code. */
export async function rememberDevice(
  trx: Transaction,
  { target, deviceHash }: Device,
  now: number,
): Promise<void> {
  if (deviceHash === '') return
  await trx
    .insertInto('known_device')
    .values({ target, device_hash: deviceHash, used_at: now })
    .onConflict((row) => row.columns(['target', 'device_hash']).doUpdateSet({ used_at: now }))
    .execute()
}

/** Forgets the browsers of a number or address that no longer belongs to its account. */
export async function forgetDevices(trx: Transaction, target: string): Promise<void> {
  await trx.deleteFrom('known_device').where('target', '=', target).execute()
}
