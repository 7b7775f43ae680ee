import { createRemoteJWKSet } from 'jose'
import { mapLocales } from '#api/language.ts'
import type { SignInProvider } from './provider.ts'

/** Where Google publishes the keys of its tokens. */
export const GOOGLE_KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs'
const TIMEOUT_MS = 5000

interface GoogleOptions {
  clientId: string
  /** URL of the public keys; for tests. */
  keysUrl?: string
}

/**
 * Sign in with Google. Keys are fetched on first use and cached for ten minutes; a token with an
 * unknown key triggers a refetch, at most twice a minute (jose).
 * @see https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function createGoogle({
  clientId,
  keysUrl = GOOGLE_KEYS_URL,
}: GoogleOptions): SignInProvider {
  return {
    name: 'google',
    label: mapLocales(() => 'Google'),
    script: 'https://accounts.google.com/gsi/client',
    clientId,
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    algorithms: ['RS256'],
    getKey: createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT_MS }),
  }
}
