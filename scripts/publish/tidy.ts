import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '../lib/logger.ts'
import { buildsFolder } from './create-plain-builder.ts'
import { listReleases, readHashes, readPointer, readRelease, removeRelease } from './releases.ts'
import { readRetiredAssets } from './retired-assets.ts'
import type { Store } from './store.ts'

/** Releases to go back to, however old. */
const KEEP_AT_LEAST = 5
/** A site of ten thousand items has manifests of megabytes. */
const KEEP_AT_MOST = 100
const KEEP_MS = 7 * 24 * 3_600_000
/** What a build has put into the store and no manifest names yet stays this long. */
const GRACE_MS = 3_600_000

const COLLECT_EVERY_MS = 3_600_000

/** What a write that broke off leaves beside its file. */
const DRAFT = /\.json\.[\da-f-]{36}\.tmp$/

/** Removes builds and writes that broke off, and releases exported for a check. Only while no build is under way. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const folder of [buildsFolder(dataDir), path.resolve(dataDir, 'exports')]) {
    await rm(folder, { recursive: true, force: true })
  }
  for (const folder of [dataDir, path.join(dataDir, 'releases')]) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => DRAFT.test(one))) {
      await rm(path.join(folder, name), { force: true })
    }
  }
}

/**
 * Removes the manifests of releases that nobody goes back to: older than seven days, or more than a
 * hundred. The live one, the one that it was rolled back from and the newest five always stay.
 * @returns how many were removed
 */
export async function removeOldReleases(dataDir: string, now: Date): Promise<number> {
  const pointer = await readPointer(dataDir)
  const ids = await listReleases(dataDir)
  const kept = new Set([pointer?.id, pointer?.rolledBackFrom, ...ids.slice(0, KEEP_AT_LEAST)])
  let removed = 0
  for (const [rank, id] of ids.entries()) {
    if (kept.has(id) || (rank < KEEP_AT_MOST && !(await isOld(dataDir, id, now)))) continue
    await removeRelease(dataDir, id)
    removed += 1
  }
  return removed
}

async function isOld(dataDir: string, id: string, now: Date): Promise<boolean> {
  // The name tells the time; only a name of another form needs its manifest read.
  const time = parseName(id) ?? (await readRelease(dataDir, id))?.createdAt
  return time === undefined || now.getTime() - Date.parse(time) >= KEEP_MS
}

function parseName(id: string): string | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)-(\d{3})/.exec(id)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, ms] = match
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`
}

/** Removes contents that no release and no retired asset names. Only while no build is under way. */
export async function collectGarbage(dataDir: string, store: Store, now: Date): Promise<number> {
  const used = new Set<string>()
  for (const id of await listReleases(dataDir)) {
    for (const hash of await readHashes(dataDir, id)) used.add(hash)
  }
  for (const { hash } of (await readRetiredAssets(dataDir)).values()) used.add(hash)
  return store.removeUnused(used, now.getTime() - GRACE_MS)
}

/** Removes what is not used any more; contents are looked through once an hour, and when a release has gone. */
export function createTidier(
  dataDir: string,
  store: Store,
  logger: Logger,
): (now: Date) => Promise<void> {
  let collected = Number.NEGATIVE_INFINITY
  return async (now) => {
    try {
      const removed = await removeOldReleases(dataDir, now)
      if (removed === 0 && now.getTime() - collected < COLLECT_EVERY_MS) return
      collected = now.getTime()
      await collectGarbage(dataDir, store, now)
    } catch (error) {
      logger.warn({ err: error }, 'what is not used any more could not be removed')
    }
  }
}
