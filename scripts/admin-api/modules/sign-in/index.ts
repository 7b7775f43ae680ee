import type { Deps } from '../../deps.ts'
import { BusinessError, notFound } from '../../errors.ts'
import type { Client } from '../../client.ts'
import type { Handlers } from '../../mount.ts'
import { isUsed, useOnce } from '../../security/use-once.ts'
import { identifyDevice } from '../../sessions/identify-device.ts'
import { loadProfile } from '../account/profile.ts'
import { requireFresh } from '../login/change-account.ts'
import { checkCode } from '../login/check-code.ts'
import { findOrCreateUser } from '../login/find-or-create-user.ts'
import { openSession } from '../login/open-session.ts'
import { readMobile } from '../login/read-mobile.ts'
import { isNonceOf, issueNonce } from './browser-nonce.ts'
import { bindIdentity, findMember, unbindIdentity } from './identities.ts'
import { verifyToken, type Identity } from './verify-token.ts'

export function createSignInHandlers(deps: Deps) {
  const { db, signIn, secrets, logger } = deps

  /** @throws BusinessError 500205 for a token that is wrong, used, or was issued to another browser */
  async function identify(
    name: string,
    given: { credential: string; nonce: string },
    { client, now }: { client: Client; now: number },
  ) {
    const provider = signIn.find(name)
    if (!provider) throw notFound()
    if (!isNonceOf(secrets, given.nonce, client.deviceHash)) {
      const reason = 'the nonce was not issued to this browser'
      logger.info({ provider: provider.name, reason }, 'a sign-in was refused')
      throw new BusinessError(500205)
    }
    const identity = await verifyToken(deps, provider, given, now)
    if (isUsed(db, identity.provider, identity.nonce)) throw new BusinessError(500205)
    return identity
  }

  /** From here on nothing waits: of two calls with one token, one gets through. */
  function useToken(identity: Identity, findUser: () => number): number {
    return db.transact(() => {
      const { provider, nonce, expiresAt } = identity
      if (!useOnce(db, provider, nonce, expiresAt)) throw new BusinessError(500205)
      return findUser()
    })
  }

  return {
    'POST /api/user/nonce': ({ cookies }) => ({
      nonce: issueNonce(secrets, identifyDevice(cookies)),
    }),

    'POST /api/user/{provider}_login': async ({ params, body, lang, now, client, cookies }) => {
      const identity = await identify(params.provider, body, { client, now })
      const by = identity.provider
      const known = findMember(db, identity)
      if (known !== undefined) {
        const userId = useToken(identity, () => known)
        return openSession(deps, { userId, by, client, cookies, now })
      }
      // The token stays good: it comes again together with a phone.
      if (body.bind === null) return { status: 'bind_mobile' } as const
      const mobile = readMobile(body.bind.mobile)
      checkCode(deps, { target: mobile, purpose: 'bind', code: body.bind.code, client, now })
      const userId = useToken(identity, () => {
        const owner = findOrCreateUser(db, { mobile, lang, now })
        bindIdentity(db, owner, identity, now)
        return owner
      })
      return openSession(deps, { userId, by, client, cookies, now })
    },

    'POST /api/account/bind': async ({ body, user, client, now }) => {
      requireFresh(deps, user, now)
      const identity = await identify(body.provider, body, { client, now })
      useToken(identity, () => {
        bindIdentity(db, user.id, identity, now)
        return user.id
      })
      return loadProfile(db, user.id)
    },

    'POST /api/account/unbind': ({ body, user, now }) => {
      requireFresh(deps, user, now)
      unbindIdentity(db, user.id, body.provider, now)
      return loadProfile(db, user.id)
    },
  } satisfies Partial<Handlers>
}
