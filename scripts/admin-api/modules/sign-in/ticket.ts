import { SignJWT } from 'jose'
import type { ProviderAccount, TokenRules } from '../../providers/sign-in/provider.ts'
import type { Secrets } from '../../security/secrets.ts'
import { issueNonce } from './browser-nonce.ts'

// A ticket is our own ID token for a sign-in by redirect. Clients send it like the ID token of a provider's
// script, so that both flows share the next steps: consent, phone number of a new member, binding.

const ISSUER = 'sign-in-by-redirect'
const ALGORITHM = 'HS256'
/** As long as Google's tokens, since a new member verifies a phone number in between. */
const LIFETIME_S = 60 * 60

/** Issues a ticket to one browser. @param now epoch ms */
export async function issueTicket(
  secrets: Secrets,
  {
    provider,
    account,
    deviceHash,
    now,
  }: { provider: string; account: ProviderAccount; deviceHash: string; now: number },
) {
  const seconds = Math.floor(now / 1000)
  const nonce = issueNonce(secrets, deviceHash)
  const credential = await new SignJWT({
    nonce,
    ...(account.name !== '' && { name: account.name }),
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(provider)
    .setSubject(account.subject)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_S)
    .sign(secrets.deriveKey('sign-in-ticket'))
  return { credential, nonce }
}

/** The verification rules for tickets of a provider. */
export const createTicketRules = (secrets: Secrets, provider: string): TokenRules => ({
  clientId: provider,
  issuers: [ISSUER],
  algorithms: [ALGORITHM],
  getKey: () => secrets.deriveKey('sign-in-ticket'),
})

/** Whether the unverified issuer of a credential is ours. */
export const isTicketIssuer = (issuer: string | undefined): boolean => issuer === ISSUER
