import { createRemoteJWKSet } from 'jose'
import { mapLocales } from '#api/language.ts'
import type { RedirectFlow, ScriptProvider } from './provider.ts'

/** URL of the public keys of Google's tokens. */
export const GOOGLE_KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs'
export const GOOGLE_ISSUER = 'https://accounts.google.com'
const TIMEOUT_MS = 5000

interface GoogleOptions {
  clientId: string
  /** Fallback when the script cannot be loaded; null without a client secret. */
  redirect?: RedirectFlow | null
  /** URL of the public keys; overridden in tests. */
  keysUrl?: string
}

/**
 * Sign in with Google. Keys are fetched on first use and cached for ten minutes; a token with an
 * unknown key triggers a refetch, at most twice a minute (jose).
 * @see https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function createGoogle({
  clientId,
  redirect = null,
  keysUrl = GOOGLE_KEYS_URL,
}: GoogleOptions): ScriptProvider {
  return {
    kind: 'script',
    name: 'google',
    label: mapLocales(() => 'Google'),
    script: 'https://accounts.google.com/gsi/client',
    tokens: {
      clientId,
      issuers: [GOOGLE_ISSUER, 'accounts.google.com'],
      algorithms: ['RS256'],
      getKey: createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT_MS }),
    },
    redirect,
  }
}
