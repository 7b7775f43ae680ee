import { fingerprintSources } from './fingerprint-sources.ts'
import { readContentVersion } from './read-content-version.ts'
import type { Inputs } from './releases.ts'

export interface InputOptions {
  projectDir: string
  apiUrl: string
  /** Whether the API is another program's: its address is then part of what pages are made of. */
  isForeignApi: boolean
  siteUrl: string
}

/**
 * Reads what the site would be made of now. Sources are read once in the life of a process: new code
 * comes with a new start. The reading throws when the API cannot be asked.
 */
export function createInputReader(options: InputOptions): () => Promise<Inputs> {
  const settings = {
    SITE_URL: options.siteUrl,
    IMAGE_CDN_TEMPLATE: process.env['IMAGE_CDN_TEMPLATE'] ?? '',
    FONT_BASE_URL: process.env['FONT_BASE_URL'] ?? '',
    // Which sign-in is on: its script and what the policy says of it are part of every page.
    GOOGLE_CLIENT_ID: process.env['GOOGLE_CLIENT_ID'] ?? '',
    // Whether pages offer login and sale: the embedded API derives it from these.
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

/** Why a release is not what the site would be now; nothing when it is. */
export function findChange(release: Inputs, now: Inputs): string | undefined {
  if (release.sources !== now.sources) return 'the sources or settings have changed'
  return release.content === now.content ? undefined : 'the content has changed'
}
