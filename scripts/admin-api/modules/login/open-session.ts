import type { Locale } from '#api/language.ts'
import type { LoggedIn } from '#api/login.ts'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../client.ts'
import { writeAudit } from '../../db/audit.ts'
import { lockAccount } from '../../db/locks.ts'
import { BusinessError } from '../../errors.ts'
import { recordConsent } from '../../personal-data/consent.ts'
import { cancelDeletion } from '../../personal-data/deletion.ts'
import { formatTime } from '../../venue-time.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import { loadProfile } from '../account/profile.ts'

interface Login {
  userId: number
  /** Method of authentication: `sms` or the name of a provider. */
  by: string
  /** Language of the texts that the member agreed to. */
  lang: Locale
  client: Client
  cookies: Cookies
  now: number
}

/**
 * Logs a member in: records consent to the legal texts, cancels a scheduled deletion of the account, opens a
 * session, sets its cookie and returns its token.
 * @throws BusinessError 500203 for an account that was closed in the meantime
 */
export async function openSession({ db, sessions }: Deps, login: Login): Promise<LoggedIn> {
  const { userId, by, lang, client, cookies, now } = login
  const { token, cookie, expiresAt } = await db.transaction(async (trx) => {
    await lockAccount(trx, userId)
    const user = trx.selectFrom('user').select('disabled').where('id', '=', userId)
    if ((await user.executeTakeFirstOrThrow()).disabled === 1) throw new BusinessError(500203)
    await cancelDeletion(trx, userId, now)
    await recordConsent(trx, { userId, lang, now })
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
