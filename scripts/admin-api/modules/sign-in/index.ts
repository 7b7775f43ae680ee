import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../db/open.ts'
import { BusinessError, notFound } from '../../errors.ts'
import type { Client } from '../../client.ts'
import type { Handlers } from '../../mount.ts'
import { useOnce } from '../../security/use-once.ts'
import { identifyDevice } from '../../sessions/cookies.ts'
import { loadProfile } from '../account/profile.ts'
import { requireFresh } from '../login/change-account.ts'
import { checkCodes } from '../login/check-code.ts'
import { findOrCreateUser, setMissingLanguage } from '../login/find-or-create-user.ts'
import { openSession } from '../login/open-session.ts'
import { readMobile } from '../login/read-mobile.ts'
import { isNonceOf, issueNonce } from './browser-nonce.ts'
import { bindIdentity, findMember, unbindIdentity } from './identities.ts'
import { verifyToken, type Identity } from './verify-token.ts'

/** @throws BusinessError 500205 when another call has used the token */
async function consumeToken(
  trx: Transaction,
  { provider, nonce, expiresAt }: Identity,
): Promise<void> {
  if (!(await useOnce(trx, provider, nonce, expiresAt))) throw new BusinessError(500205)
}

export function createSignInHandlers(deps: Deps) {
  const { db, signIn, secrets, logger } = deps

  /** @throws BusinessError 500205 for a token that is invalid or issued to another browser */
  async function identify(
    name: string,
    input: { credential: string; nonce: string },
    { client, now }: { client: Client; now: number },
  ) {
    const provider = signIn.find(name)
    if (!provider) throw notFound()
    if (!isNonceOf(secrets, input.nonce, client.deviceHash)) {
      const reason = 'the nonce was not issued to this browser'
      logger.info({ provider: provider.name, reason }, 'sign-in refused')
      throw new BusinessError(500205)
    }
    return verifyToken(deps, provider, input, now)
  }

  return {
    'POST /api/user/nonce': ({ cookies }) => ({
      nonce: issueNonce(secrets, identifyDevice(cookies)),
    }),

    'POST /api/user/{provider}_login': async ({ params, body, lang, now, client, cookies }) => {
      const identity = await identify(params.provider, body, { client, now })
      const by = identity.provider
      const memberId = await findMember(db.query, identity)
      if (memberId !== undefined) {
        await db.transaction(async (trx) => {
          await consumeToken(trx, identity)
          await setMissingLanguage(trx, memberId, lang)
        })
        return openSession(deps, { userId: memberId, by, lang, client, cookies, now })
      }
      // The token is not consumed: the client sends it again with a phone number.
      if (body.bind === null) return { status: 'bind_mobile' } as const
      const mobile = readMobile(body.bind.mobile)
      const code = { target: mobile, purpose: 'bind', code: body.bind.code } as const
      const userId = await checkCodes(deps, { code }, { client, now }, async (trx) => {
        await consumeToken(trx, identity)
        const owner = await findOrCreateUser(trx, { mobile, lang, now })
        await bindIdentity(trx, owner, identity, now)
        return owner
      })
      return openSession(deps, { userId, by, lang, client, cookies, now })
    },

    'POST /api/account/bind': async ({ body, user, client, now }) => {
      requireFresh(user, now)
      const identity = await identify(body.provider, body, { client, now })
      await db.transaction(async (trx) => {
        await consumeToken(trx, identity)
        await bindIdentity(trx, user.id, identity, now)
      })
      return loadProfile(db.query, user.id)
    },

    'POST /api/account/unbind': async ({ body, user, now }) => {
      requireFresh(user, now)
      await db.transaction((trx) => unbindIdentity(trx, user.id, body.provider, now))
      return loadProfile(db.query, user.id)
    },
  } satisfies Partial<Handlers>
}
