import { SignJWT } from 'jose'
import type { Person, TokenRules } from '../../providers/sign-in/provider.ts'
import type { Secrets } from '../../security/secrets.ts'
import { issueNonce } from './browser-nonce.ts'

// A ticket is an ID token of our own: who signed in by a redirect, for the calls that tokens of a client
// script are sent with. So both ways share what follows: consent, the phone of a new member, binding.

const ISSUER = 'sign-in-by-redirect'
const ALGORITHM = 'HS256'
/** As long as Google's tokens: a new member confirms a phone with it. */
const LIFETIME_S = 60 * 60

interface Ticket {
  credential: string
  nonce: string
}

/** Issues the ticket of a person to one browser. @param now epoch ms */
export async function issueTicket(
  secrets: Secrets,
  {
    provider,
    person,
    deviceHash,
    now,
  }: { provider: string; person: Person; deviceHash: string; now: number },
): Promise<Ticket> {
  const seconds = Math.floor(now / 1000)
  const nonce = issueNonce(secrets, deviceHash)
  const credential = await new SignJWT({ nonce, ...(person.name !== '' && { name: person.name }) })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(provider)
    .setSubject(person.subject)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_S)
    .sign(secrets.deriveKey('sign-in-ticket'))
  return { credential, nonce }
}

/** Which tickets of a provider count. */
export const createTicketRules = (secrets: Secrets, provider: string): TokenRules => ({
  clientId: provider,
  issuers: [ISSUER],
  algorithms: [ALGORITHM],
  getKey: () => secrets.deriveKey('sign-in-ticket'),
})

/** Whether a credential claims to be a ticket. Its rules decide whether it is one. */
export const isTicketOf = (issuer: string | undefined): boolean => issuer === ISSUER
