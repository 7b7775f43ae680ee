import { SignJWT } from 'jose'
import { createOidc } from './oidc.ts'
import type { RedirectFlow } from './provider.ts'
import type { SignInConfig } from './settings.ts'

const ISSUER = 'https://appleid.apple.com'
/** A client secret is created per sign-in; Apple allows lifetimes of up to six months. */
const LIFETIME_S = 5 * 60

/**
 * Sign in with Apple. The client secret is a token signed with the organisation's key
 * (developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret). The callback
 * is a form post, which Apple requires when the e-mail address is requested.
 * @param issuer overridden in tests
 */
export const createApple = (
  { clientId, team, keyId, key }: NonNullable<SignInConfig['apple']>,
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
