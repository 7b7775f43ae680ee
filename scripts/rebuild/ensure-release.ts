import { rm } from 'node:fs/promises'
import { buildSite, type BuildOptions } from './build-site.ts'
import { fingerprintSources } from './fingerprint-sources.ts'
import { readContentVersion } from './read-content-version.ts'
import {
  nameRelease,
  publishRelease,
  readCurrentRelease,
  releaseFolder,
  removeOldReleases,
  type Release,
} from './releases.ts'

export interface EnsureOptions extends Pick<BuildOptions, 'projectDir' | 'signal' | 'command'> {
  dataDir: string
  apiUrl: string
  /** Whether the API is another program's: its address is then part of what pages are made of. */
  isForeignApi: boolean
  siteUrl: string
  now: Date
  report: (line: string) => void
  onBuildLine: (line: string) => void
}

/**
 * The folder to serve: the live release if nothing has changed since it was built, else a new one.
 * A build that fails leaves the release of before, if there is one, and says why.
 * @throws BuildError when there is nothing to serve
 */
export async function ensureRelease(options: EnsureOptions): Promise<string> {
  const { dataDir, report, now } = options
  const current = await readCurrentRelease(dataDir)
  try {
    const inputs = await readInputs(options)
    const reason = findReason(current, inputs)
    if (current && reason === undefined) {
      report('Nothing has changed since the last build.')
      return releaseFolder(dataDir, current.id)
    }
    report(`Building the site: ${reason}.`)
    const release = { id: nameRelease(now), createdAt: now.toISOString(), ...inputs }
    await buildRelease(release, options)
    return releaseFolder(dataDir, release.id)
  } catch (error) {
    if (!current || options.signal?.aborted) throw error
    report(error instanceof Error ? error.message : String(error))
    report(`The release of ${current.createdAt} stays on air.`)
    return releaseFolder(dataDir, current.id)
  }
}

type Inputs = Pick<Release, 'sources' | 'content'>

async function readInputs({ projectDir, ...options }: EnsureOptions): Promise<Inputs> {
  const settings = {
    SITE_URL: options.siteUrl,
    IMAGE_CDN_TEMPLATE: process.env['IMAGE_CDN_TEMPLATE'] ?? '',
    FONT_BASE_URL: process.env['FONT_BASE_URL'] ?? '',
    // Which sign-in is on: its script and what the policy says of it are part of every page.
    GOOGLE_CLIENT_ID: process.env['GOOGLE_CLIENT_ID'] ?? '',
    NODE_ENV: process.env['NODE_ENV'] ?? '',
    ADMIN_API_URL: options.isForeignApi ? options.apiUrl : '',
  }
  const [sources, content] = await Promise.all([
    fingerprintSources(projectDir, settings),
    readContentVersion(options.apiUrl),
  ])
  return { sources, content }
}

function findReason(current: Release | undefined, inputs: Inputs): string | undefined {
  if (!current) return 'there is no release yet'
  if (current.sources !== inputs.sources) return 'the sources or settings have changed'
  return current.content === inputs.content ? undefined : 'the content has changed'
}

async function buildRelease(release: Release, options: EnsureOptions): Promise<void> {
  const { dataDir, projectDir, signal, command } = options
  const outDir = releaseFolder(dataDir, release.id)
  try {
    await buildSite({
      projectDir,
      outDir,
      env: {
        ADMIN_API_URL: options.apiUrl,
        SITE_URL: options.siteUrl,
      },
      onLine: options.onBuildLine,
      ...(signal && { signal }),
      ...(command && { command }),
    })
  } catch (error) {
    await rm(outDir, { recursive: true, force: true })
    throw error
  }
  await publishRelease(dataDir, release)
  await removeOldReleases(dataDir, release.id, options.now)
}
