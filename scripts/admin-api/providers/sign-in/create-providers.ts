import { mapLocales, type Locale } from '#api/language.ts'
import type { SignIn } from '#api/sign-in.ts'
import { readTexts } from '#i18n/read-texts.ts'
import type { Config } from '../../config.ts'
import type { Secrets } from '../../security/secrets.ts'
import { createEmbedded, type EmbeddedProvider } from './embedded.ts'
import { createGoogle, GOOGLE_ISSUER } from './google.ts'
import { describeProvider, type RedirectFlow, type SignInProvider } from './provider.ts'
import type { SignInConfig } from './settings.ts'

/** The sign-in providers of an installation. */
export interface SignInProviders {
  find(name: string): SignInProvider | undefined
  /** The providers as offered to browsers, in their language. */
  describe(lang: Locale): SignIn[]
  list: readonly SignInProvider[]
  /** The provider of a test installation; null when a real one or none is configured. */
  embedded: EmbeddedProvider | null
}

export function listProviders(
  providers: readonly SignInProvider[],
  embedded: EmbeddedProvider | null = null,
): SignInProviders {
  return {
    find: (name) => providers.find((provider) => provider.name === name),
    describe: (lang) => providers.map((provider) => describeProvider(provider, lang)),
    list: providers,
    embedded,
  }
}

const TEXTS = readTexts('sign_in')

/** A client with a secret, which is the same for as long as the program runs. */
async function openFlow(
  { issuer, clientId, secret }: { issuer: string; clientId: string; secret: string },
  now: () => number,
  readSubject = (sub: string): string => sub,
): Promise<RedirectFlow> {
  const { createOidc } = await import('./oidc.ts')
  const createSecret = () => secret
  const form = { scope: 'openid profile email', responseMode: 'query' } as const
  return createOidc({ issuer, clientId, createSecret, readSubject, ...form }, now)
}

const createRedirect = (
  name: string,
  label: Record<Locale, string>,
  redirect: RedirectFlow,
): SignInProvider => ({ kind: 'redirect', name, label, redirect, worksInWechat: true })

/** The providers that are configured. The library of OpenID Connect is loaded only for them. */
async function createConfigured(
  { google, apple, microsoft, oidc }: SignInConfig,
  now: () => number,
): Promise<SignInProvider[]> {
  const providers: SignInProvider[] = []
  if (google !== null) {
    const { clientId, secret } = google
    const client = { issuer: GOOGLE_ISSUER, clientId }
    const redirect = secret === null ? null : await openFlow({ ...client, secret }, now)
    providers.push(createGoogle({ clientId, redirect }))
  }
  if (apple !== null) {
    const { createApple } = await import('./apple.ts')
    providers.push(
      createRedirect(
        'apple',
        mapLocales(() => 'Apple'),
        createApple(apple, now),
      ),
    )
  }
  if (microsoft !== null) {
    const issuer = `https://login.microsoftonline.com/${microsoft.tenant}/v2.0`
    const redirect = await openFlow({ ...microsoft, issuer }, now)
    providers.push(
      createRedirect(
        'microsoft',
        mapLocales(() => 'Microsoft'),
        redirect,
      ),
    )
  }
  if (oidc !== null) {
    const { issuer, label } = oidc
    // Another issuer that is configured later may give the same subjects to other people.
    const redirect = await openFlow(oidc, now, (sub) => `${issuer} ${sub}`)
    providers.push(
      createRedirect(
        'oidc',
        mapLocales(() => label),
        redirect,
      ),
    )
  }
  return providers
}

interface Installation {
  config: Pick<Config, 'signIn' | 'wechatWebsite' | 'wechatAccount' | 'mode' | 'dataDir'>
  secrets: Secrets
  now: () => number
}

/**
 * The configured providers; without one the embedded provider, which production rejects because it accepts
 * any identity. Never beside Google: their scripts define the same global.
 */
export async function createProviders({
  config,
  secrets,
  now,
}: Installation): Promise<SignInProviders> {
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
