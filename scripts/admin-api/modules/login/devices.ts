import type { Session } from '#api/account.ts'
import type { Deps } from '../../deps.ts'
import { maskAddress } from '../../client.ts'
import { formatTime } from '../../venue-time.ts'
import type { User } from '../../mount.ts'

/** The live sessions of a member, for the list of devices. */
export async function listDevices({ sessions }: Deps, user: User, now: number): Promise<Session[]> {
  const rows = await sessions.list(user.id, now)
  return rows.map((row) => ({
    id: row.id,
    current: row.id === user.session.id,
    device: row.device,
    address: maskAddress(row.address),
    created_at: formatTime(row.created_at),
    last_seen_at: formatTime(row.last_seen_at),
  }))
}
