import type { Logger } from '../lib/logger.ts'
import type { Manifest } from '../serve/manifest.ts'
import type { SiteFiles } from './built-site.ts'
import { countPages } from './gate/check-site.ts'
import { createRetiredEntries, createSiteManifest, openLive, type Live } from './open-live.ts'
import type { ReleaseTarget } from './publisher-options.ts'
import {
  readPointer,
  writePointer,
  writeRelease,
  type HeldChanges,
  type Inputs,
  type Release,
} from './releases.ts'
import type { StatusLog } from './status-log.ts'
import type { Store } from './store.ts'
import { findRollbackTarget, switchRelease } from './switch-release.ts'

interface LiveSiteOptions {
  dataDir: string
  store: Store
  target: Pick<ReleaseTarget, 'switchTo'>
  log: StatusLog
  logger: Logger
  now: () => Date
}

/** Opens the live release of a data folder and serves it. Every switch updates the status. */
export async function openLiveSite(options: LiveSiteOptions) {
  const { dataDir, store, target, log, logger, now } = options
  let live = await openLive(dataDir)
  let provisional: Manifest | undefined
  if (live) await target.switchTo(live.manifest, live.retired)
  await updateStatus()

  async function updateStatus(): Promise<void> {
    const found = live
    const pointer = await readPointer(dataDir)
    log.set((status) => {
      if (!found) return { ...status, live: null }
      const { rolledBackFrom, held } = pointer ?? {}
      const since = status.live?.id === found.id ? status.live.since : now().toISOString()
      const { id, createdAt, files } = found.release
      const pages = countPages(files.keys())
      const about = { id, since, createdAt, pages }
      const rollback = rolledBackFrom && { rolledBackFrom, ...(held && { isHeld: true }) }
      return { ...status, live: { ...about, ...rollback } }
    })
  }

  async function switchTo(next: Release, manifest: Manifest, isRollback = false) {
    const change = { before: live?.release, next, isRollback }
    const assets = await switchRelease(dataDir, change, now())
    const retired = createRetiredEntries(assets, store)
    await target.switchTo(manifest, retired)
    // After a failed switch, the next build must not find its release live already.
    live = { id: next.id, release: next, manifest, retired }
    provisional = undefined
    await updateStatus()
    return live
  }

  return {
    get current(): Live | undefined {
      return live
    },
    /** The first site of the data folder while no release is live. */
    get provisional(): Manifest | undefined {
      return provisional
    },
    /** Serves the incomplete first site until a release is live. */
    async showProvisional(built: SiteFiles): Promise<void> {
      provisional = createSiteManifest(built, store, provisional)
      await target.switchTo(provisional, [])
    },
    /** Records newer inputs in the live release, whose output they do not change. */
    async refresh(made: Inputs & Pick<Release, 'createdAt'>): Promise<void> {
      if (!live) return
      const release = { ...live.release, ...made }
      await writeRelease(dataDir, release)
      await writePointer(dataDir, { id: release.id })
      live = { ...live, release }
      await updateStatus()
    },
    async goLive(release: Release): Promise<void> {
      await store.flush()
      await writeRelease(dataDir, release)
      await switchTo(release, createSiteManifest(release, store, live?.manifest))
    },
    /** Records scheduled changes that are held until the rollback ends. */
    async hold(held: HeldChanges): Promise<void> {
      const pointer = await readPointer(dataDir)
      if (pointer?.rolledBackFrom === undefined) return
      await writePointer(dataDir, { ...pointer, held })
      await updateStatus()
    },
    /** Switches to an earlier release. @throws RollbackError when there is no such release */
    async rollBack(id: string | undefined): Promise<Live> {
      if (!live) throw new Error('There is no live release.')
      const from = live.id
      const release = await findRollbackTarget(dataDir, store, from, id)
      const result = await switchTo(release, createSiteManifest(release, store), true)
      logger.info({ id: release.id, from }, 'rolled back')
      return result
    },
  }
}

export type LiveSite = Awaited<ReturnType<typeof openLiveSite>>
