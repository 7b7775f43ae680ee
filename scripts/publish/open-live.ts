import type { HeaderRecord } from '../serve/headers.ts'
import {
  createManifest,
  createManifestEntry,
  type Manifest,
  type SiteFile,
} from '../serve/manifest.ts'
import type { SiteFiles } from './built-site.ts'
import { listReleases, readPointer, readRelease } from './releases.ts'
import { readRetiredAssets, type RetiredAssets } from './retired-assets.ts'
import { openStore, type Store } from './store.ts'

const NO_HEADERS: HeaderRecord = {}

/**
 * Creates the serving manifest of a site in the store.
 * @param before an earlier manifest, whose entries of unchanged files are reused
 */
export function createSiteManifest(site: SiteFiles, store: Store, before?: Manifest): Manifest {
  return createManifest(
    [...site.files].map(([name, content]) => {
      const previous = before?.files.get(name)
      const headers = site.headers.get(name) ?? NO_HEADERS
      if (previous?.hash === content.hash && previous.headers === headers) return previous
      return createManifestEntry(name, store.getFile(content.hash), content, headers)
    }),
  )
}

/** Creates manifest entries for hashed assets of earlier releases. */
export function createRetiredEntries(assets: RetiredAssets, store: Store): SiteFile[] {
  return [...assets].map(([name, asset]) =>
    createManifestEntry(name, store.getFile(asset.hash), asset, NO_HEADERS),
  )
}

/**
 * Opens the live release of a data folder by its manifest, without hashing files. Falls back to the newest
 * complete release when the manifest or a file is missing.
 */
export async function openLive(dataDir: string) {
  const store = openStore(dataDir)
  const [pointer, ids, stored] = await Promise.all([
    readPointer(dataDir),
    listReleases(dataDir),
    store.list(),
  ])
  if (!pointer) return undefined
  for (const id of [pointer.id, ...ids]) {
    const release = await readRelease(dataDir, id)
    if (!release || !isComplete(release, stored)) continue
    const assets = await readRetiredAssets(dataDir)
    const available = new Map([...assets].filter(([, { hash }]) => stored.has(hash)))
    return {
      id,
      release,
      manifest: createSiteManifest(release, store),
      retired: createRetiredEntries(available, store),
    }
  }
  return undefined
}

export type Live = NonNullable<Awaited<ReturnType<typeof openLive>>>

/** Whether all files of a release are in the store. */
export function isComplete({ files }: SiteFiles, stored: ReadonlySet<string>): boolean {
  return files.values().every(({ hash }) => stored.has(hash))
}
