import { SITE_LOCALES } from '#i18n/locales.ts'
import { fingerprintSources } from './fingerprint-sources.ts'
import { readContentVersion } from './read-content-version.ts'
import type { Inputs } from './releases.ts'

export interface InputOptions {
  projectDir: string
  apiUrl: string
  /** Whether the API is external: its address is then one of the inputs of pages. */
  isForeignApi: boolean
  siteUrl: string
}

/**
 * Creates a reader of the current inputs of the site. Sources are read once: restart to pick up code
 * changes. The reader throws when the API cannot be reached.
 */
export function createInputReader(options: InputOptions): () => Promise<Inputs> {
  const settings = {
    SITE_URL: options.siteUrl,
    SITE_LOCALES: SITE_LOCALES.join(','),
    IMAGE_CDN_TEMPLATE: process.env['IMAGE_CDN_TEMPLATE'] ?? '',
    FONT_BASE_URL: process.env['FONT_BASE_URL'] ?? '',
    // Every page contains the sign-in script and its entry in the content security policy.
    GOOGLE_CLIENT_ID: process.env['GOOGLE_CLIENT_ID'] ?? '',
    // The embedded API derives from these settings whether pages offer login and sales.
    MESSENGER: process.env['MESSENGER'] ?? '',
    PAYMENT_PROVIDER: process.env['PAYMENT_PROVIDER'] ?? '',
    NODE_ENV: process.env['NODE_ENV'] ?? '',
    ADMIN_API_URL: options.isForeignApi ? options.apiUrl : '',
  }
  let sources: Promise<string> | undefined
  return async () => {
    sources ??= fingerprintSources(options.projectDir, settings)
    const content = await readContentVersion(options.apiUrl)
    return { sources: await sources, content, api: settings.ADMIN_API_URL }
  }
}

/** The reason why a release is outdated; undefined when it is current. */
export function findChange(release: Inputs, now: Inputs): string | undefined {
  if (release.sources !== now.sources) return 'the sources or settings have changed'
  return release.content === now.content ? undefined : 'the content has changed'
}
