import type { JWTVerifyGetKey } from 'jose'
import type { Locale } from '#api/language.ts'
import type { SignIn } from '#api/sign-in.ts'

/** An OpenID provider that issues signed ID tokens (OpenID Connect Core 1.0, section 2). */
export interface SignInProvider {
  /** Name in paths and in the database. */
  name: string
  label: Record<Locale, string>
  /** URL of a client script with the interface of Google Identity Services. */
  script: string
  /** The site's client id at the provider: the only accepted audience. */
  clientId: string
  /** Accepted issuers. */
  issuers: string[]
  /** Accepted algorithms, whatever the header of a token names. */
  algorithms: string[]
  /** Finds the provider's public key for a token. */
  getKey: JWTVerifyGetKey
}

/** A provider as the contract describes it to browsers. */
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
