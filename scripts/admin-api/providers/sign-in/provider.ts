import type { JWTVerifyGetKey } from 'jose'
import type { Locale } from '#api/language.ts'
import type { SignIn } from '#api/sign-in.ts'

/** Somebody who vouches for people by signed ID tokens (OpenID Connect Core 1.0, section 2). */
export interface SignInProvider {
  /** Its name in paths and in the database. */
  name: string
  label: Record<Locale, string>
  /** Address of its client script, which has the interface of Google Identity Services. */
  script: string
  /** The name by which it knows this site: the only audience that is accepted. */
  clientId: string
  /** What may stand as the issuer of its tokens. */
  issuers: string[]
  /** The only algorithms that are accepted, whatever a token says of itself. */
  algorithms: string[]
  /** Finds the provider's public key for a token. */
  getKey: JWTVerifyGetKey
}

/** What browsers need to know of a provider. */
export function describeProvider(provider: SignInProvider, lang: Locale): SignIn {
  const { name, label, clientId, script } = provider
  return {
    provider: name,
    label: label[lang],
    client_id: clientId,
    script,
    issues_nonce: true,
  }
}
