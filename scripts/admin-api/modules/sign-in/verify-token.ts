import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import * as v from 'valibot'
import { cleanLine } from '#api/member-text.ts'
import type { Deps } from '../../deps.ts'
import { BusinessError } from '../../errors.ts'
import type { SignInProvider, TokenRules } from '../../providers/sign-in/provider.ts'
import type { Secrets } from '../../security/secrets.ts'
import { createTicketRules, isTicketOf } from './ticket.ts'

/** Clocks of two organisations. */
const TOLERANCE_S = 30
const MAX_AGE_S = 60 * 60
const MAX_NAME = 80
/** 255 by the standard; subjects of a configured provider carry its issuer, too. */
const MAX_SUBJECT = 512

/** Who a provider says somebody is. The subject alone identifies: names and addresses change hands. */
export interface Identity {
  provider: string
  subject: string
  /** For the member to know the account again. */
  name: string
  nonce: string
  /** When the token ends at the latest, epoch ms. */
  expiresAt: number
}

const ClaimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SUBJECT)),
  // One audience only: a token for several could be another client's as well.
  aud: v.string(),
  azp: v.optional(v.string()),
  exp: v.number(),
  nonce: v.string(),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
})
type Claims = v.InferOutput<typeof ClaimsSchema>

interface Given {
  credential: string
  nonce: string
}

/** The rules for a credential: a ticket of ours, or a token of the provider's script. */
function findRules(secrets: Secrets, provider: SignInProvider, credential: string): TokenRules {
  if (provider.redirect !== null && isTicketOf(decodeJwt(credential).iss)) {
    return createTicketRules(secrets, provider.name)
  }
  if (provider.kind !== 'script') throw new errors.JWTInvalid('no ticket')
  return provider.tokens
}

async function readClaims(
  { clientId, issuers, algorithms, getKey }: TokenRules,
  { credential, nonce }: Given,
  now: number,
): Promise<Claims> {
  const { payload }: { payload: JWTPayload } = await jwtVerify(credential, getKey, {
    algorithms,
    issuer: issuers,
    audience: clientId,
    requiredClaims: ['exp'],
    maxTokenAge: MAX_AGE_S,
    clockTolerance: TOLERANCE_S,
    currentDate: new Date(now),
  })
  const { success, output: claims } = v.safeParse(ClaimsSchema, payload)
  if (!success) throw new errors.JWTInvalid('claims of another form')
  const { azp = clientId } = claims
  if (azp !== clientId) throw new errors.JWTInvalid('issued to another client')
  if (claims.nonce !== nonce) throw new errors.JWTInvalid('another nonce')
  return claims
}

/** One short line; people choose it themselves. */
function readName({ name, email }: Claims, label: string): string {
  return cleanLine(name ?? email ?? '').slice(0, MAX_NAME) || label
}

/** Whether the provider's keys could not be had: its fault or the network's, not the token's. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  return [errors.JWKSTimeout.code, errors.JOSEError.code].includes(error.code)
}

/**
 * Checks an ID token as OpenID Connect Core 1.0, section 3.1.3.7, asks: signature by a key of the
 * provider, algorithm, issuer, audience, authorised party, times, nonce.
 * @throws BusinessError 500205 for a token that fails any of it; why goes to the log only
 */
export async function verifyToken(
  { logger, secrets }: Pick<Deps, 'logger' | 'secrets'>,
  provider: SignInProvider,
  given: Given,
  now: number,
): Promise<Identity> {
  try {
    const rules = findRules(secrets, provider, given.credential)
    const claims = await readClaims(rules, given, now)
    return {
      provider: provider.name,
      subject: claims.sub,
      name: readName(claims, provider.label.en),
      nonce: claims.nonce,
      expiresAt: (claims.exp + TOLERANCE_S) * 1000,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    logger[isOutage(error) ? 'warn' : 'info'](
      { provider: provider.name, reason },
      'a sign-in was refused',
    )
    throw new BusinessError(500205)
  }
}
