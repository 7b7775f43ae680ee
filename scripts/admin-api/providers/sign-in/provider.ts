import type { JWTVerifyGetKey } from 'jose'
import type { Locale } from '#api/language.ts'
import type { SignIn } from '#api/sign-in.ts'

/** Verification rules for ID tokens (OpenID Connect Core 1.0, section 2). */
export interface TokenRules {
  /** The site's client id at the provider: the only accepted audience. */
  clientId: string
  /** Accepted issuers. */
  issuers: string[]
  /** Accepted algorithms; the header of a token is not trusted. */
  algorithms: string[]
  /** Finds the provider's public key for a token. */
  getKey: JWTVerifyGetKey
}

/** Parameters of a sign-in by redirect, the same at its start and in its callback. */
export interface RedirectRequest {
  /** Callback URL. */
  redirectUri: string
  /** Bound to the browser; 96 hex digits. */
  state: string
  /** Nonce and code verifier are derived from the state. */
  nonce: string
  codeVerifier: string
  /** Whether the browser is WeChat's in-app browser. */
  isInWechat: boolean
}

/** An account at a provider. Only the subject identifies it: names and addresses can change owners. */
export interface ProviderAccount {
  subject: string
  /** Shown to the member to recognise the account; empty when the provider has none. */
  name: string
}

/** Sign-in by a redirect to the provider and back. Every call may fail or hang. */
export interface RedirectFlow {
  /** URL of the provider's sign-in page. */
  createUrl(request: RedirectRequest): Promise<string>
  /**
   * Verifies a callback.
   * @param query parameters of the callback
   * @throws Error unless the callback belongs to this request and the user signed in
   */
  finish(query: URLSearchParams, request: RedirectRequest): Promise<ProviderAccount>
  /** Makes read-only calls to test the settings. @throws Error with the reason */
  check(): Promise<void>
}

interface ProviderBase {
  /** Name in paths and in the database. */
  name: string
  label: Record<Locale, string>
}

/** A provider whose client script issues ID tokens, with the interface of Google Identity Services. */
export interface ScriptProvider extends ProviderBase {
  kind: 'script'
  /** URL of the client script. */
  script: string
  tokens: TokenRules
  /** Fallback when the script cannot be loaded; null for none. */
  redirect: RedirectFlow | null
}

/** A provider to which browsers are redirected. */
interface RedirectProvider extends ProviderBase {
  kind: 'redirect'
  redirect: RedirectFlow
  /** Whether it works in WeChat's in-app browser. */
  worksInWechat: boolean
}

export type SignInProvider = ScriptProvider | RedirectProvider

/** Path that starts a sign-in by redirect. */
const getStartPath = (name: string): string => `/api/sign-in/${name}/start`

/** A provider as the contract describes it to browsers. */
export function describeProvider(provider: SignInProvider, lang: Locale): SignIn {
  const { name } = provider
  const label = provider.label[lang]
  if (provider.kind === 'redirect') {
    const { kind, worksInWechat: works_in_wechat } = provider
    return { kind, provider: name, label, start: getStartPath(name), works_in_wechat }
  }
  return {
    kind: provider.kind,
    provider: name,
    label,
    client_id: provider.tokens.clientId,
    script: provider.script,
    issues_nonce: true,
    start: provider.redirect === null ? null : getStartPath(name),
  }
}
