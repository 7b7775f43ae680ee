import { listReleases, readRelease, writePointer, type Pointer, type Release } from './releases.ts'
import {
  readRetiredAssets,
  retireAssets,
  writeRetiredAssets,
  type RetiredAssets,
} from './retired-assets.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { isComplete } from './open-live.ts'
import type { Store } from './store.ts'

const NO_FILES: Release['files'] = new Map()

/**
 * Makes a release live on disk; its manifest must exist. Retired assets are written before the pointer, so
 * that a crash between the two loses nothing.
 * @returns the retired assets to serve in addition to the release
 */
export async function switchRelease(
  dataDir: string,
  {
    before,
    next,
    rolledBackFrom,
  }: { before?: Release | undefined; next: Release } & Omit<Pointer, 'id'>,
  now: Date,
): Promise<RetiredAssets> {
  const retiredBefore = await readRetiredAssets(dataDir)
  const retired = retireAssets(before?.files ?? NO_FILES, next.files, retiredBefore, now.getTime())
  await writeRetiredAssets(dataDir, retired)
  await writePointer(dataDir, { id: next.id, ...(rolledBackFrom && { rolledBackFrom }) })
  return retired
}

/** A rollback is not possible; the message states why. */
class RollbackError extends ExpectedError {
  override name = 'RollbackError'
}

/**
 * Finds the target of a rollback.
 * @param live id of the live release
 * @param id the requested release; defaults to the newest complete one older than the live release
 * @throws RollbackError when there is no such complete release
 */
export async function findRollbackTarget(
  dataDir: string,
  store: Store,
  live: string,
  id?: string,
): Promise<Release> {
  if (id === live) throw new RollbackError(`${id} is the live release.`)
  const [ids, stored] = await Promise.all([listReleases(dataDir), store.list()])
  const candidates = id === undefined ? ids.filter((older) => older < live) : [id]
  for (const candidate of candidates) {
    const release = await readRelease(dataDir, candidate)
    if (release && isComplete(release.files.values(), stored)) return release
  }
  throw new RollbackError(
    id === undefined ? `There is no release before ${live}.` : `There is no release ${id}.`,
  )
}
