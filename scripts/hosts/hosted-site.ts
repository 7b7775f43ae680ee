import path from 'node:path'
import type { Locale } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { getFileHeaders, type HttpsPolicy } from '../serve/headers.ts'
import { findDocument, readErrorPages, type Manifest, type SiteFile } from '../serve/manifest.ts'
import { readFolder } from '../serve/read-folder.ts'

/** A built folder, with the data for the settings of a host. */
export interface HostedSite {
  /** The built folder, absolute. */
  folder: string
  manifest: Manifest
  /** Whether the public address uses https, which enables HSTS and upgrades. */
  https: HttpsPolicy
  /** Address of the API, without a trailing slash; if undefined, API calls get 502. */
  apiUrl?: string | undefined
  /** Address of the process that receives content webhooks; if undefined, webhooks get 404. */
  hooksUrl?: string | undefined
}

/** Settings of a platform. */
export interface HostSettings {
  /** Files for the built folder, by name. */
  files: ReadonlyMap<string, string>
  /** Messages about limits of the platform. */
  notes: string[]
}

/** Configuration files of hosts, which are not part of the site. */
export const SETTINGS_FILES = ['_headers', '_redirects', '_routes.json', '_worker.js']

type ReadOptions = Partial<Pick<HostedSite, 'https' | 'apiUrl' | 'hooksUrl'>>

/** Reads a built folder by the rules of our own server. */
export async function readHostedSite(
  folder: string,
  { https = false, apiUrl, hooksUrl }: ReadOptions = {},
): Promise<HostedSite> {
  const manifest = await readErrorPages(await readFolder(folder))
  if (!findDocument(manifest, '/'))
    throw new ExpectedError(`There is no built site in ${folder}: run "npm run build" first.`)
  const isSetting = (key: string) =>
    SETTINGS_FILES.includes(key.slice(1)) || /\.(?:br|gz)$/.test(key)
  const files = new Map([...manifest.files].filter(([key]) => !isSetting(key)))
  return {
    folder: path.resolve(folder),
    manifest: { ...manifest, files },
    https,
    apiUrl,
    hooksUrl,
  }
}

/** Headers that every platform sets itself. */
const BY_PLATFORM = new Set(['Content-Type', 'Vary'])

/** The headers of a file, as sent by our own server, that a platform does not set itself. */
export function getOwnHeaders(
  file: SiteFile,
  { https }: HostedSite,
): [name: string, value: string][] {
  return Object.entries(getFileHeaders(file, https)).filter(([name]) => !BY_PLATFORM.has(name))
}

/** Finds the document of a page in a locale. @throws ExpectedError if there is none */
export function getDocument({ manifest }: HostedSite, page: string, locale: Locale): SiteFile {
  const file = findDocument(manifest, localizePath(page, locale))
  if (!file) throw new ExpectedError(`The built site has no page ${page} in ${locale}.`)
  return file
}
