import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { createOidc } from './oidc.ts'
import type { RedirectFlow } from './provider.ts'

const ISSUER = 'https://appleid.apple.com'
/** Each sign-in has a secret of its own; Apple accepts them for up to six months. */
const LIFETIME_S = 5 * 60

/** A Services ID at Apple, and the key that signs its client secrets. */
export interface AppleClient {
  clientId: string
  team: string
  keyId: string
  key: KeyObject
}

/**
 * Sign in with Apple. Its client secret is a token that the venue's key signs
 * (developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret), and it
 * returns by a form because an e-mail address is requested.
 * @param issuer another one for tests
 */
export const createApple = (
  { clientId, team, keyId, key }: AppleClient,
  now: () => number,
  issuer = ISSUER,
): RedirectFlow =>
  createOidc(
    {
      issuer,
      clientId,
      createSecret: (at) =>
        new SignJWT()
          .setProtectedHeader({ alg: 'ES256', kid: keyId })
          .setIssuer(team)
          .setSubject(clientId)
          .setAudience(issuer)
          .setIssuedAt(Math.floor(at / 1000))
          .setExpirationTime(Math.floor(at / 1000) + LIFETIME_S)
          .sign(key),
      scope: 'openid email',
      responseMode: 'form_post',
      readSubject: (sub) => sub,
    },
    now,
  )
