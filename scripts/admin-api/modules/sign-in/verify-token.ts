import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import * as v from 'valibot'
import { cleanLine } from '#api/member-text.ts'
import type { Deps } from '../../deps.ts'
import { BusinessError } from '../../errors.ts'
import type { SignInProvider, TokenRules } from '../../providers/sign-in/provider.ts'
import type { Secrets } from '../../security/secrets.ts'
import { createTicketRules, isTicketIssuer } from './ticket.ts'

/** Tolerated clock skew. */
const TOLERANCE_S = 30
const MAX_AGE_S = 60 * 60
const MAX_NAME = 80
/** 255 in the standard; subjects of a configured provider also contain its issuer. */
const MAX_SUBJECT = 512

/** Identity claims from a provider. Only the subject identifies: names and addresses can change owners. */
export interface Identity {
  provider: string
  subject: string
  /** Shown to the member to recognise the account. */
  name: string
  nonce: string
  /** Latest expiry of the token, clock skew included; epoch ms. */
  expiresAt: number
}

const ClaimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_SUBJECT)),
  // A single audience: a token for several could be used at another client.
  aud: v.string(),
  azp: v.optional(v.string()),
  exp: v.number(),
  nonce: v.string(),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
})
type Claims = v.InferOutput<typeof ClaimsSchema>

interface TokenInput {
  credential: string
  nonce: string
}

/** The verification rules for a credential: our own ticket, or an ID token of the provider's script. */
function findRules(secrets: Secrets, provider: SignInProvider, credential: string): TokenRules {
  if (provider.redirect !== null && isTicketIssuer(decodeJwt(credential).iss)) {
    return createTicketRules(secrets, provider.name)
  }
  if (provider.kind !== 'script') throw new errors.JWTInvalid('not a ticket')
  return provider.tokens
}

async function readClaims(
  { clientId, issuers, algorithms, getKey }: TokenRules,
  { credential, nonce }: TokenInput,
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
  if (!success) throw new errors.JWTInvalid('unexpected claims')
  const { azp = clientId } = claims
  if (azp !== clientId) throw new errors.JWTInvalid('issued to another client')
  if (claims.nonce !== nonce) throw new errors.JWTInvalid('wrong nonce')
  return claims
}

/** The name as one short line, since users choose it freely. */
function readName({ name, email }: Claims, label: string): string {
  return cleanLine(name ?? email ?? '').slice(0, MAX_NAME) || label
}

/** Whether the provider's keys could not be loaded, as opposed to an invalid token. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  return [errors.JWKSTimeout.code, errors.JOSEError.code].includes(error.code)
}

/**
 * Verifies an ID token according to OpenID Connect Core 1.0, section 3.1.3.7: signature by a key of the
 * provider, algorithm, issuer, audience, authorised party, times, nonce.
 * @throws BusinessError 500205 for an invalid token; the reason is only logged
 */
export async function verifyToken(
  { logger, secrets }: Pick<Deps, 'logger' | 'secrets'>,
  provider: SignInProvider,
  input: TokenInput,
  now: number,
): Promise<Identity> {
  try {
    const rules = findRules(secrets, provider, input.credential)
    const claims = await readClaims(rules, input, now)
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
      'sign-in refused',
    )
    throw new BusinessError(500205)
  }
}
