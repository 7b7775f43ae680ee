import { mapLocales, type Locale } from '#api/language.ts'
import type { SignIn } from '#api/sign-in.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { Config } from '../../config.ts'
import type { Secrets } from '../../security/secrets.ts'
import { createEmbedded, type EmbeddedProvider } from './embedded.ts'
import { createGoogle, GOOGLE_ISSUER } from './google.ts'
import { describeProvider, type RedirectFlow, type SignInProvider } from './provider.ts'
import type { SignInConfig } from './settings.ts'

/**
 * The sign-in providers of an installation.
 * @param embedded the provider of a test installation; null when a real one or none is configured
 */
export function listProviders(
  providers: readonly SignInProvider[],
  embedded: EmbeddedProvider | null = null,
) {
  return {
    find: (name: string): SignInProvider | undefined =>
      providers.find((provider) => provider.name === name),
    /** The providers for the init data, in the language of the visitor. */
    describe: (lang: Locale): SignIn[] =>
      providers.map((provider) => describeProvider(provider, lang)),
    list: providers,
    embedded,
  }
}
export type SignInProviders = ReturnType<typeof listProviders>

const TEXTS = readTexts('sign_in')

/** Creates the redirect flow of a client with a static secret. */
async function createFlow(
  { issuer, clientId, secret }: { issuer: string; clientId: string; secret: string },
  now: () => number,
  readSubject = (sub: string): string => sub,
): Promise<RedirectFlow> {
  const { createOidc } = await import('./oidc.ts')
  const createSecret = () => secret
  const options = { scope: 'openid profile email', responseMode: 'query' } as const
  return createOidc({ issuer, clientId, createSecret, readSubject, ...options }, now)
}

const createRedirect = (name: string, label: string, redirect: RedirectFlow): SignInProvider => ({
  kind: 'redirect',
  name,
  label: mapLocales(() => label),
  redirect,
  worksInWechat: true,
})

/** Creates the configured providers. The OpenID Connect library is loaded on demand. */
async function createConfigured(
  { google, apple, microsoft, oidc }: SignInConfig,
  now: () => number,
): Promise<SignInProvider[]> {
  const providers: SignInProvider[] = []
  if (google !== null) {
    const { clientId, secret } = google
    const client = { issuer: GOOGLE_ISSUER, clientId }
    const redirect = secret === null ? null : await createFlow({ ...client, secret }, now)
    providers.push(createGoogle({ clientId, redirect }))
  }
  if (apple !== null) {
    const { createApple } = await import('./apple.ts')
    providers.push(createRedirect('apple', 'Apple', createApple(apple, now)))
  }
  if (microsoft !== null) {
    const issuer = `https://login.microsoftonline.com/${microsoft.tenant}/v2.0`
    const redirect = await createFlow({ ...microsoft, issuer }, now)
    providers.push(createRedirect('microsoft', 'Microsoft', redirect))
  }
  if (oidc !== null) {
    const { issuer, label } = oidc
    // Includes the issuer, since another issuer may use the same subject for another user.
    const redirect = await createFlow(oidc, now, (sub) => `${issuer} ${sub}`)
    providers.push(createRedirect('oidc', label, redirect))
  }
  return providers
}

interface ProvidersContext {
  config: Pick<Config, 'signIn' | 'wechatWebsite' | 'wechatAccount' | 'mode' | 'dataDir'>
  secrets: Secrets
  now: () => number
}

/**
 * Creates the configured providers; without any, the embedded provider, except in production because it accepts
 * any identity. The embedded one is never combined with Google: their scripts define the same global.
 */
export async function createProviders({
  config,
  secrets,
  now,
}: ProvidersContext): Promise<SignInProviders> {
  const { signIn, wechatWebsite, wechatAccount, mode, dataDir } = config
  const providers = await createConfigured(signIn, now)
  if (wechatWebsite !== null) {
    const { createWechatSignIn } = await import('./wechat.ts')
    const label = mapLocales((locale) => TEXTS[locale]('sign_in:wechat'))
    const redirect = createWechatSignIn(wechatWebsite, wechatAccount)
    const worksInWechat = wechatAccount !== null
    providers.unshift({ kind: 'redirect', name: 'wechat', label, redirect, worksInWechat })
  }
  if (providers.length > 0 || mode === 'production') return listProviders(providers)
  const embedded = createEmbedded({ dataDir, subjectKey: secrets.deriveKey('sign-in') })
  return listProviders([embedded], embedded)
}
