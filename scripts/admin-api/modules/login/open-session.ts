import type { LoggedIn } from '#api/login.ts'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../client.ts'
import { writeAudit } from '../../db/audit.ts'
import { formatTime } from '../../venue-time.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import { loadProfile } from '../account/profile.ts'

interface Login {
  userId: number
  /** How the member proved who they are: `sms`, or the name of a provider. */
  by: string
  client: Client
  cookies: Cookies
  now: number
}

/** Logs a member in: opens a session and hands out both of its halves. */
export async function openSession({ db, sessions }: Deps, login: Login): Promise<LoggedIn> {
  const { userId, by, client, cookies, now } = login
  const { token, cookie, expiresAt } = await db.transaction(async (trx) => {
    const data = { by, address: client.address }
    await writeAudit(trx, { action: 'login', userId, data, at: now })
    return sessions.open(trx, { userId, client, now })
  })
  cookies.writeSession(cookie, expiresAt)
  return {
    status: 'logged_in',
    token,
    expires_at: formatTime(expiresAt),
    profile: await loadProfile(db.query, userId),
  }
}
