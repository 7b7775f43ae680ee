import type { JWTVerifyGetKey } from 'jose'
import type { Locale } from '#api/language.ts'
import type { SignIn } from '#api/sign-in.ts'

/** Which signed ID tokens count (OpenID Connect Core 1.0, section 2). */
export interface TokenRules {
  /** The site's client id at the provider: the only accepted audience. */
  clientId: string
  /** Accepted issuers. */
  issuers: string[]
  /** Accepted algorithms, whatever the header of a token names. */
  algorithms: string[]
  /** Finds the provider's public key for a token. */
  getKey: JWTVerifyGetKey
}

/** What the start and the return of a sign-in by redirect have in common. */
export interface RedirectRequest {
  /** Where the provider returns to. */
  redirectUri: string
  /** Bound to the browser; 96 hex digits. */
  state: string
  /** The secrets of this sign-in, which the API derives from its state. */
  nonce: string
  codeVerifier: string
  /** Whether WeChat's own browser shows the page. */
  isInWechat: boolean
}

/** Who signed in, as the provider says. The subject alone identifies: names and addresses change hands. */
export interface Person {
  subject: string
  /** For the member to know the account again; empty when the provider gives none. */
  name: string
}

/** Sign-in by a redirect to the provider and back. Every call may fail or hang. */
export interface RedirectFlow {
  /** The page of the provider on which somebody signs in. */
  createUrl(request: RedirectRequest): Promise<string>
  /**
   * @param query of the return
   * @throws Error unless somebody signed in for this request
   */
  finish(query: URLSearchParams, request: RedirectRequest): Promise<Person>
  /** Makes calls that change nothing. @throws Error whose message says what is wrong */
  check(): Promise<void>
}

interface Named {
  /** Name in paths and in the database. */
  name: string
  label: Record<Locale, string>
}

/** A provider whose client script, of the interface of Google Identity Services, hands out ID tokens. */
export interface ScriptProvider extends Named {
  kind: 'script'
  /** URL of the client script. */
  script: string
  tokens: TokenRules
  /** The way around a script that cannot be loaded; null for none. */
  redirect: RedirectFlow | null
}

/** A provider to which browsers are redirected. */
interface RedirectProvider extends Named {
  kind: 'redirect'
  redirect: RedirectFlow
  /** Whether it works in WeChat's own browser. */
  worksInWechat: boolean
}

export type SignInProvider = ScriptProvider | RedirectProvider

/** The path at which a sign-in by redirect begins. */
const startPathOf = (name: string): string => `/api/sign-in/${name}/start`

/** A provider as the contract describes it to browsers. */
export function describeProvider(provider: SignInProvider, lang: Locale): SignIn {
  const { name } = provider
  const label = provider.label[lang]
  if (provider.kind === 'redirect') {
    const { kind, worksInWechat: works_in_wechat } = provider
    return { kind, provider: name, label, start: startPathOf(name), works_in_wechat }
  }
  return {
    kind: provider.kind,
    provider: name,
    label,
    client_id: provider.tokens.clientId,
    script: provider.script,
    issues_nonce: true,
    start: provider.redirect === null ? null : startPathOf(name),
  }
}
