import { createRemoteJWKSet } from 'jose'
import type { SignInProvider } from './provider.ts'

const KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs'
const TIMEOUT_MS = 5000

interface GoogleOptions {
  clientId: string
  /** Where the public keys stand; for tests. */
  keysUrl?: string
}

/**
 * Sign in with Google. Keys are fetched when first needed and kept for ten minutes; a token with an
 * unknown key asks again, at most twice a minute (jose).
 * @see https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function createGoogle({ clientId, keysUrl = KEYS_URL }: GoogleOptions): SignInProvider {
  return {
    name: 'google',
    label: { 'zh-cn': 'Google', en: 'Google' },
    script: 'https://accounts.google.com/gsi/client',
    clientId,
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    algorithms: ['RS256'],
    getKey: createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT_MS }),
  }
}
