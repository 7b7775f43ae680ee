import * as client from 'openid-client'
import * as v from 'valibot'
import type { RedirectFlow } from './provider.ts'

const TIMEOUT_S = 5

const ClaimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
})

/** A client of an OpenID provider. */
export interface OidcClient {
  issuer: string
  clientId: string
  /** Called for each sign-in, since some secrets are short-lived tokens. @param now epoch ms */
  createSecret: (now: number) => string | Promise<string>
  scope: string
  /** `form_post` for a provider that sends the callback as a form post. */
  responseMode: 'query' | 'form_post'
  /** Derives the subject from the claim `sub`. */
  readSubject: (sub: string) => string
}

/**
 * Sign-in by OpenID Connect: authorization code with PKCE, nonce and state. `openid-client` discovers the
 * provider and verifies responses and ID tokens, their signature included.
 * @param now epoch ms
 */
export function createOidc(settings: OidcClient, now: () => number): RedirectFlow {
  const { issuer, clientId, createSecret, scope, responseMode, readSubject } = settings
  const server = new URL(issuer)

  /**
   * Discovers the provider's endpoints. Nothing is cached between sign-ins, so that rotated keys are used at
   * once.
   */
  async function configure(): Promise<client.Configuration> {
    const execute = [client.enableNonRepudiationChecks]
    // The settings allow http only for an issuer on localhost.
    if (server.protocol === 'http:') execute.push(client.allowInsecureRequests)
    return client.discovery(
      server,
      clientId,
      // The library uses the system clock; the skew maps it to the injected time.
      { [client.clockSkew]: Math.round((now() - Date.now()) / 1000) },
      client.ClientSecretPost(await createSecret(now())),
      { execute, timeout: TIMEOUT_S },
    )
  }

  return {
    async createUrl({ redirectUri, state, nonce, codeVerifier }) {
      const challenge = await client.calculatePKCECodeChallenge(codeVerifier)
      return client.buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(responseMode === 'form_post' && { response_mode: responseMode }),
      }).href
    },

    async finish(query, { redirectUri, state, nonce, codeVerifier }) {
      const current = new URL(redirectUri)
      current.search = query.toString()
      const tokens = await client.authorizationCodeGrant(await configure(), current, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const { sub, name, email } = v.parse(ClaimsSchema, tokens.claims())
      return { subject: readSubject(sub), name: name ?? email ?? '' }
    },

    async check() {
      await configure()
    },
  }
}
