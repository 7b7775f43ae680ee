import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose'
import { createGoogle } from '#scripts/admin-api/providers/sign-in/google.ts'
import { listProviders } from '#scripts/admin-api/providers/sign-in/create-providers.ts'
import { loadSigningKey } from '#scripts/admin-api/providers/sign-in/load-signing-key.ts'
import { listen } from '#scripts/lib/listen.ts'
import { openAdminApi, type TestAdminApi } from './admin-api.ts'
import type { Visitor } from './visitor.ts'

/** An API with one sign-in provider, and the means to issue its tokens. */
export interface SignInWorld {
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

/** The embedded provider of a test installation, with the key from its data folder. */
export async function openEmbedded(): Promise<SignInWorld> {
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

/** A fake Google with test keys at a test URL. */
export async function openGoogle(): Promise<SignInWorld> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = 'key-1'
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] }))
  })
  const keysUrl = await listen(server, 0, '127.0.0.1', 'PORT')
  const clientId = 'house.apps.googleusercontent.com'
  const api = await openAdminApi({ signIn: listProviders([createGoogle({ clientId, keysUrl })]) })
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
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A nonce that the API issued to the browser of a visitor. */
export async function drawNonce(visitor: Visitor): Promise<string> {
  const { nonce } = await visitor.read('POST /api/user/nonce')
  return nonce
}

/** Valid claims of the provider. */
export function claimsOf({ api, issuer, clientId }: SignInWorld, nonce: string) {
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

/** A token with any claims, signed by the provider. */
export function signToken(
  { alg, kid, privateKey }: SignInWorld,
  claims: object,
  { key = privateKey, header = {} }: { key?: CryptoKey | Uint8Array; header?: object } = {},
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
    .sign(key)
}

/** What the browser gets from the provider: a token with the nonce of the visitor. */
export async function drawCredential(world: SignInWorld, visitor: Visitor, claims: object = {}) {
  const nonce = await drawNonce(visitor)
  return { nonce, credential: await signToken(world, { ...claimsOf(world, nonce), ...claims }) }
}
