import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '../lib/logger.ts'
import { listReleases, nameRelease, readHashes, readPointer, removeRelease } from './releases.ts'
import { readRetiredAssets } from './retired-assets.ts'
import type { Store } from './store.ts'
import { DAY, HOUR } from '../lib/durations.ts'

/** Number of releases that are always kept for a rollback. */
const MIN_RELEASES = 5
/** Limits disk usage: the manifests of a site with ten thousand items have megabytes. */
const MAX_RELEASES = 100
const KEEP_MS = 7 * DAY
/** How long contents without a manifest are kept, because they may belong to a running build. */
const GRACE_MS = HOUR

const COLLECT_EVERY_MS = HOUR

/** Temporary files of interrupted writes. */
const DRAFT = /\.json\.[\da-f-]{36}\.tmp$/

/** Deletes leftovers of interrupted writes, and exported releases. Must not run during a build. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  await rm(path.resolve(dataDir, 'exports'), { recursive: true, force: true })
  for (const folder of [dataDir, path.join(dataDir, 'releases')]) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((entry) => DRAFT.test(entry))) {
      await rm(path.join(folder, name), { force: true })
    }
  }
}

/**
 * Deletes the manifests of releases that are older than seven days or not among the newest hundred. Keeps
 * the live release, the release from which it was rolled back, and the newest five.
 */
async function removeExpiredReleases(dataDir: string, now: Date): Promise<void> {
  const pointer = await readPointer(dataDir)
  const ids = await listReleases(dataDir)
  const kept = new Set([pointer?.id, pointer?.rolledBackFrom, ...ids.slice(0, MIN_RELEASES)])
  const oldest = nameRelease(new Date(now.getTime() - KEEP_MS))
  for (const [rank, id] of ids.entries()) {
    if (kept.has(id) || (rank < MAX_RELEASES && id > oldest)) continue
    await removeRelease(dataDir, id)
  }
}

/** Reads the hashes that the releases and retired assets of a data folder use. */
export async function readUsedHashes(dataDir: string): Promise<Set<string>> {
  const used = new Set<string>()
  for (const id of await listReleases(dataDir)) {
    for (const hash of await readHashes(dataDir, id)) used.add(hash)
  }
  for (const { hash } of (await readRetiredAssets(dataDir)).values()) used.add(hash)
  return used
}

/** Deletes expired releases, and unused contents at most once an hour. Must not run during a build. */
export function createTidier(
  dataDir: string,
  store: Store,
  logger: Logger,
): (now: Date) => Promise<void> {
  let collectedAt = Number.NEGATIVE_INFINITY
  return async (now) => {
    try {
      await removeExpiredReleases(dataDir, now)
      if (now.getTime() - collectedAt < COLLECT_EVERY_MS) return
      collectedAt = now.getTime()
      await store.removeUnused(await readUsedHashes(dataDir), now.getTime() - GRACE_MS)
    } catch (error) {
      logger.warn({ err: error }, 'cannot delete unused releases and contents')
    }
  }
}
