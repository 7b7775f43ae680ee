import { isSameHash } from '../../../lib/is-same-hash.ts'
import { generateToken } from '../../security/hash.ts'
import { sign, type Secrets } from '../../security/secrets.ts'

const RANDOM_LENGTH = 43

const signNonce = (secrets: Secrets, random: string, deviceHash: string): string =>
  sign(secrets.deriveKey('sign-in-nonce'), random, deviceHash)

/**
 * A nonce for one sign-in of one browser (OpenID Connect Core 1.0, section 15.5.2): 32 random bytes and an
 * HMAC over the HttpOnly device cookie, so that nothing has to be stored. An ID token with this nonce is
 * accepted only with that cookie.
 */
export function issueNonce(secrets: Secrets, deviceHash: string): string {
  const random = generateToken()
  return random + signNonce(secrets, random, deviceHash)
}

/** Whether a nonce was issued to the browser of this device cookie. */
export function isNonceOf(secrets: Secrets, nonce: string, deviceHash: string): boolean {
  const random = nonce.slice(0, RANDOM_LENGTH)
  const signature = nonce.slice(RANDOM_LENGTH)
  return deviceHash !== '' && isSameHash(signature, signNonce(secrets, random, deviceHash))
}
