import { createManifest, createManifestEntry, type Manifest } from '#scripts/serve/manifest.ts'

/** A manifest of files that do not exist on disk. */
export function makeManifest(paths: readonly string[]): Manifest {
  const files = paths.map((path, index) => {
    const hash = index.toString(16).padStart(64, '0')
    return createManifestEntry(path, `/nowhere${path}`, { size: 5000, hash }, {})
  })
  return createManifest(files)
}
