import {
  listReleases,
  readPointer,
  readRelease,
  writePointer,
  type Pointer,
  type Release,
} from './releases.ts'
import {
  readRetiredAssets,
  retireAssets,
  writeRetiredAssets,
  type RetiredAssets,
} from './retired-assets.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { isComplete } from './open-live.ts'
import type { SharedReleases } from './shared-releases.ts'
import type { Store } from './store.ts'

const NO_FILES: Release['files'] = new Map()

/**
 * Creates the pointer of a rollback. A repeated rollback keeps the release of the first one, which contains
 * the newest content; a rollback to that release ends it.
 * @param before id of the live release
 * @param pointer the current pointer
 */
export function pointBack(before: string, next: string, pointer: Pointer | undefined): Pointer {
  const { rolledBackFrom = before, held } = pointer ?? {}
  return rolledBackFrom === next ? { id: next } : { id: next, rolledBackFrom, held }
}

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
    isRollback = false,
  }: { before: Release | undefined; next: Release; isRollback?: boolean },
  now: Date,
): Promise<RetiredAssets> {
  const retiredBefore = await readRetiredAssets(dataDir)
  const retired = retireAssets(before?.files ?? NO_FILES, next.files, retiredBefore, now.getTime())
  await writeRetiredAssets(dataDir, retired)
  const pointer =
    isRollback && before
      ? pointBack(before.id, next.id, await readPointer(dataDir))
      : { id: next.id }
  await writePointer(dataDir, pointer)
  return retired
}

/** A rollback is not possible; the message states why. */
class RollbackError extends ExpectedError {
  override name = 'RollbackError'
}

/**
 * Copies the live release and the target of a rollback from the shared store.
 * @param id the requested release; defaults to the one before the live release
 */
export async function pullRollbackTarget(
  dataDir: string,
  shared: Pick<SharedReleases, 'pull' | 'list' | 'pullRelease'>,
  id?: string,
): Promise<void> {
  // A first copy takes seconds, in which another release can be published.
  let isNew = true
  while (isNew) isNew = await shared.pull()
  const live = await readPointer(dataDir)
  const ids = await shared.list()
  const target = id ?? ids.find((candidate) => live !== undefined && candidate < live.id)
  if (target !== undefined) await shared.pullRelease(target)
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
    if (release && isComplete(release, stored)) return release
  }
  throw new RollbackError(
    id === undefined ? `There is no release before ${live}.` : `There is no release ${id}.`,
  )
}
