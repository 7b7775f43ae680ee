import type { Headers } from '../serve/headers.ts'
import { createManifest, describeFile, type Manifest, type SiteFile } from '../serve/manifest.ts'
import type { BuiltSite, StoredFile } from './built-site.ts'
import { listReleases, readPointer, readRelease, type Release } from './releases.ts'
import { readRetiredAssets, type RetiredAssets } from './retired-assets.ts'
import { openStore, type Store } from './store.ts'

const NO_HEADERS: Headers = {}

/**
 * A site in the store as the server serves it.
 * @param before what was described earlier: files that are the same in both need not be looked at again
 */
export function describeSite(
  site: Pick<BuiltSite, 'files' | 'headers'>,
  store: Store,
  before?: Manifest,
): Manifest {
  return createManifest(
    [...site.files].map(([name, content]) => {
      const known = before?.files.get(name)
      const headers = site.headers.get(name) ?? NO_HEADERS
      if (known?.hash === content.hash && known.headers === headers) return known
      return describeFile(name, store.fileOf(content.hash), content, headers)
    }),
  )
}

/** Hashed assets of releases before, as the server serves them. */
export function describeAssets(assets: RetiredAssets, store: Store): SiteFile[] {
  return [...assets].map(([name, asset]) =>
    describeFile(name, store.fileOf(asset.hash), asset, NO_HEADERS),
  )
}

export interface Live {
  id: string
  release: Release
  manifest: Manifest
  retired: SiteFile[]
}

/**
 * The live release of a data folder, ready to be served; only manifests are read, no file is hashed.
 * Where its manifest or a content of it is gone, it is the newest release that is whole.
 */
export async function openLive(dataDir: string): Promise<Live | undefined> {
  const store = openStore(dataDir)
  const [pointer, ids, stored] = await Promise.all([
    readPointer(dataDir),
    listReleases(dataDir),
    store.list(),
  ])
  if (!pointer) return undefined
  for (const id of [pointer.id, ...ids]) {
    const release = await readRelease(dataDir, id)
    if (!release || !isWhole(release.files.values(), stored)) continue
    const assets = await readRetiredAssets(dataDir)
    const there = new Map([...assets].filter(([, { hash }]) => stored.has(hash)))
    return {
      id,
      release,
      manifest: describeSite(release, store),
      retired: describeAssets(there, store),
    }
  }
  return undefined
}

/** Whether all contents of a release are in the store. */
export function isWhole(files: Iterable<StoredFile>, stored: ReadonlySet<string>): boolean {
  return [...files].every(({ hash }) => stored.has(hash))
}
