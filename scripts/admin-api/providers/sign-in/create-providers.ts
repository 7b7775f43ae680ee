import type { Locale } from '#api/language.ts'
import type { SignIn } from '#api/sign-in.ts'
import type { Config } from '../../config.ts'
import type { Secrets } from '../../security/secrets.ts'
import { createEmbedded, type EmbeddedProvider } from './embedded.ts'
import { createGoogle } from './google.ts'
import { describeProvider, type SignInProvider } from './provider.ts'

/** The sign-in providers of an installation: the list of those that may vouch for people. */
export interface SignInProviders {
  find(name: string): SignInProvider | undefined
  /** What browsers are offered, in their language. */
  describe(lang: Locale): SignIn[]
  /** The provider of a test installation, null where a real one or none is configured. */
  embedded: EmbeddedProvider | null
}

/** The list of given providers. */
export function listProviders(
  providers: readonly SignInProvider[],
  embedded: EmbeddedProvider | null = null,
): SignInProviders {
  return {
    find: (name) => providers.find((provider) => provider.name === name),
    describe: (lang) => providers.map((provider) => describeProvider(provider, lang)),
    embedded,
  }
}

/**
 * Google where its client id is configured; else the embedded provider, which production refuses:
 * there everybody can be anybody. Never both: their scripts define the same global.
 */
export function createProviders(
  { googleClientId, mode, dataDir }: Pick<Config, 'googleClientId' | 'mode' | 'dataDir'>,
  secrets: Secrets,
): SignInProviders {
  if (googleClientId !== undefined)
    return listProviders([createGoogle({ clientId: googleClientId })])
  if (mode === 'production') return listProviders([])
  const embedded = createEmbedded({ dataDir, subjectKey: secrets.deriveKey('sign-in') })
  return listProviders([embedded], embedded)
}
