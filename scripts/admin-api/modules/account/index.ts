import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { loadMembership } from './membership.ts'
import { loadProfile, saveProfile } from './profile.ts'

export function createAccountHandlers(deps: Deps) {
  const { db } = deps
  return {
    'GET /api/account/profile': ({ user }) => loadProfile(db.query, user.id),

    'POST /api/account/profile': async ({ user, body, now }) => {
      await saveProfile(deps, user.id, body, now)
      return loadProfile(db.query, user.id)
    },

    'POST /api/account/member': ({ user, lang, now }) =>
      loadMembership(db.query, { userId: user.id, lang, now }),
  } satisfies Partial<Handlers>
}
