import { drawToken, isSameHash } from '../../security/hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'

const RANDOM_LENGTH = 43

const signNonce = (secrets: Secrets, random: string, deviceHash: string): string =>
  sign(secrets.deriveKey('sign-in-nonce'), random, deviceHash)

/**
 * A nonce for one sign-in of one browser (OpenID Connect Core 1.0, section 15.5.2): 32 random bytes and
 * their HMAC with the browser's device cookie. Nothing has to be stored: an ID token with this nonce
 * logs in only where the cookie is, which scripts cannot read.
 */
export function issueNonce(secrets: Secrets, deviceHash: string): string {
  const random = drawToken()
  return random + signNonce(secrets, random, deviceHash)
}

/** Whether a nonce was issued to the browser of this device cookie. */
export function isNonceOf(secrets: Secrets, nonce: string, deviceHash: string): boolean {
  const random = nonce.slice(0, RANDOM_LENGTH)
  const signature = nonce.slice(RANDOM_LENGTH)
  return deviceHash !== '' && isSameHash(signature, signNonce(secrets, random, deviceHash))
}
