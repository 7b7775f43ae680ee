import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { listBlockers, readLosses } from '../../personal-data/blockers.ts'
import { COOLING_OFF_DAYS, scheduleDeletion } from '../../personal-data/deletion.ts'
import { readDeletionCancelledAt } from '../../personal-data/deletion-state.ts'
import { createSignedLink } from '../../security/signed-link.ts'
import { formatTime } from '../../venue-time.ts'
import { requireFresh } from '../login/change-account.ts'

export function createPersonalDataHandlers(deps: Deps) {
  const { db, secrets } = deps
  return {
    'POST /api/account/export': ({ user, lang, now }) => {
      requireFresh(user, now)
      const link = `/api/account/export/${user.id}.zip?lang=${lang}`
      const { url, expiresAt } = createSignedLink(secrets, link, now)
      return { url, expires_at: formatTime(expiresAt) }
    },

    'GET /api/account/deletion': async ({ user, now }) => {
      const cancelledAt = await readDeletionCancelledAt(db.query, user.id, now)
      return {
        blockers: await listBlockers(db.query, user.id, now),
        losses: await readLosses(db.query, user.id, now),
        cooling_off_days: COOLING_OFF_DAYS,
        cancelled_at: cancelledAt === null ? null : formatTime(cancelledAt),
        server_time: formatTime(now),
      }
    },

    'POST /api/account/delete': async ({ user, cookies, now }) => {
      requireFresh(user, now)
      const dueAt = await db.transaction((trx) => scheduleDeletion(trx, user.id, now))
      cookies.clearSession()
      return { due_at: formatTime(dueAt) }
    },
  } satisfies Partial<Handlers>
}
