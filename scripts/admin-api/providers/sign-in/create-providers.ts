import type { Locale } from '#api/language.ts'
import type { SignIn } from '#api/sign-in.ts'
import type { Config } from '../../config.ts'
import type { Secrets } from '../../security/secrets.ts'
import { createEmbedded, type EmbeddedProvider } from './embedded.ts'
import { createGoogle } from './google.ts'
import { describeProvider, type SignInProvider } from './provider.ts'

/** The sign-in providers of an installation. */
export interface SignInProviders {
  find(name: string): SignInProvider | undefined
  /** The providers as offered to browsers, in their language. */
  describe(lang: Locale): SignIn[]
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
    embedded,
  }
}

/**
 * Google when its client id is configured; else the embedded provider, which production rejects
 * because it accepts any identity. Never both: their scripts define the same global.
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
