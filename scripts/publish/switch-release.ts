import { listReleases, readRelease, writePointer, type Pointer, type Release } from './releases.ts'
import {
  readRetiredAssets,
  retireAssets,
  writeRetiredAssets,
  type RetiredAssets,
} from './retired-assets.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { isWhole } from './open-live.ts'
import type { Store } from './store.ts'

const NO_FILES: Release['files'] = new Map()

/**
 * Makes a release whose manifest is written the live one on the disk. What of the one before still
 * answers is noted first: a stop between the two steps loses nothing.
 * @returns the hashed assets that answer beside it
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
  const known = await readRetiredAssets(dataDir)
  const retired = retireAssets(before?.files ?? NO_FILES, next.files, known, now.getTime())
  await writeRetiredAssets(dataDir, retired)
  await writePointer(dataDir, { id: next.id, ...(rolledBackFrom && { rolledBackFrom }) })
  return retired
}

/** A way back that is not there; the message says why. */
export class RollbackError extends ExpectedError {
  override name = 'RollbackError'
}

/**
 * The release to go back to.
 * @param id the one that is asked for; left out, the newest that is older than the live one
 * @throws RollbackError when there is none, or when it is not whole any more
 */
export async function findRollbackTarget(
  dataDir: string,
  store: Store,
  live: string,
  id?: string,
): Promise<Release> {
  if (id === live) throw new RollbackError(`${id} is the live release.`)
  const [ids, stored] = await Promise.all([listReleases(dataDir), store.list()])
  const candidates = id === undefined ? ids.filter((one) => one < live) : [id]
  for (const candidate of candidates) {
    const release = await readRelease(dataDir, candidate)
    if (release && isWhole(release.files.values(), stored)) return release
  }
  throw new RollbackError(
    id === undefined ? `There is no release before ${live}.` : `There is no release ${id}.`,
  )
}
