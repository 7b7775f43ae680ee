import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose'
import { createGoogle } from '#scripts/admin-api/providers/sign-in/google.ts'
import { listProviders } from '#scripts/admin-api/providers/sign-in/create-providers.ts'
import { loadSigningKey } from '#scripts/admin-api/providers/sign-in/embedded.ts'
import { openAdminApi, type TestAdminApi } from './admin-api.ts'
import { serveRequests } from './serve-requests.ts'
import type { Visitor } from './visitor.ts'

/** An API with one sign-in provider, and the keys to sign as that provider. */
export interface SignInEnvironment {
  api: TestAdminApi
  provider: string
  clientId: string
  issuer: string
  alg: 'ES256' | 'RS256'
  kid: string
  privateKey: CryptoKey
  publicKey: JWK
  close(): Promise<void>
}

/** Opens an API with the embedded test provider, using the key in its data folder. */
export async function openEmbedded(): Promise<SignInEnvironment> {
  const api = await openAdminApi()
  const { d, ...publicKey } = loadSigningKey(api.dataDir)
  return {
    api,
    provider: 'embedded',
    clientId: 'embedded-site',
    issuer: 'embedded',
    alg: 'ES256',
    kid: publicKey.x.slice(0, 16),
    privateKey: (await importJWK({ ...publicKey, d }, 'ES256')) as CryptoKey,
    publicKey,
    close: async () => api.close(),
  }
}

/** Opens an API with Google sign-in, whose keys are served by a local server. */
export async function openGoogle(): Promise<SignInEnvironment> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = 'key-1'
  const server = await serveRequests(async () =>
    Response.json({ keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] }),
  )
  const clientId = 'house.apps.googleusercontent.com'
  const api = await openAdminApi({
    signIn: listProviders([createGoogle({ clientId, keysUrl: server.url })]),
  })
  return {
    api,
    provider: 'google',
    clientId,
    issuer: 'https://accounts.google.com',
    alg: 'RS256',
    kid,
    privateKey,
    publicKey: jwk,
    close: async () => {
      await api.close()
      await server.close()
    },
  }
}

/** Requests a nonce for a visitor. */
export async function drawNonce(visitor: Visitor): Promise<string> {
  const { nonce } = await visitor.read('POST /api/user/nonce')
  return nonce
}

/** The claims of a valid token. */
export function createClaims({ api, issuer, clientId }: SignInEnvironment, nonce: string) {
  const now = Math.floor(api.clock.now / 1000)
  return {
    iss: issuer,
    aud: clientId as string | string[],
    sub: '1098',
    iat: now,
    exp: now + 3600,
    nonce,
    name: 'Lin Xiaoman',
    email: 'lin@example.com',
  }
}

/** Signs a token with the provider's key and any claims. */
export function signToken(
  { alg, kid, privateKey }: SignInEnvironment,
  claims: object,
  { key = privateKey, header = {} }: { key?: CryptoKey | Uint8Array; header?: object } = {},
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
    .sign(key)
}

/** Simulates a sign-in at the provider. @returns the visitor's nonce and the token that contains it */
export async function drawCredential(
  environment: SignInEnvironment,
  visitor: Visitor,
  claims: object = {},
) {
  const nonce = await drawNonce(visitor)
  return {
    nonce,
    credential: await signToken(environment, { ...createClaims(environment, nonce), ...claims }),
  }
}
