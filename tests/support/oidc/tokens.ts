import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

// Tokens by RFC 7515 and OpenID Connect Core with Node's crypto, independent of the libraries that the
// product verifies them with.

/** A signing key of the provider. */
export interface OidcKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

let created = 0
export function createOidcKey(): OidcKey {
  created += 1
  return { kid: `key-${created}`, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** @param header replaces fields of the default header */
export function signRs256(
  claims: object,
  { kid, privateKey }: OidcKey,
  header: object = {},
): string {
  const text = `${encode({ alg: 'RS256', typ: 'JWT', kid, ...header })}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

export function signHs256(claims: object, secret: string): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

export const signNot = (claims: object): string => `${encode({ alg: 'none' })}.${encode(claims)}.`

export const writeJwk = ({ kid, publicKey }: OidcKey): object => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  alg: 'RS256',
  use: 'sig',
})
