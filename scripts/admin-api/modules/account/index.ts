import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { loadMembership } from './membership.ts'
import { loadProfile } from './profile.ts'
import { saveProfile } from './save-profile.ts'

export function createAccountHandlers({ db }: Deps) {
  return {
    'GET /api/account/profile': ({ user }) => loadProfile(db, user.id),

    'POST /api/account/profile': ({ user, body, now }) => {
      saveProfile(db, user.id, body, now)
      return loadProfile(db, user.id)
    },

    'POST /api/account/member': ({ user, lang, now }) =>
      loadMembership(db, { userId: user.id, lang, now }),
  } satisfies Partial<Handlers>
}
