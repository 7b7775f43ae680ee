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
export function openSession({ db, sessions }: Deps, login: Login): LoggedIn {
  const { userId, by, client, cookies, now } = login
  const { token, cookie, expiresAt } = sessions.open(userId, client, now)
  cookies.writeSession(cookie, expiresAt)
  writeAudit(db, { action: 'login', userId, data: { by, address: client.address }, at: now })
  return {
    status: 'logged_in',
    token,
    expires_at: formatTime(expiresAt),
    profile: loadProfile(db, userId),
  }
}
