import { accessSync, constants, statfsSync } from 'node:fs'
import type { App, Deps } from '../app.ts'
import { readSchemaVersion, SCHEMA_VERSION } from '../db/migrate.ts'
import { readContentVersion } from '../db/settings.ts'
import { formatTime } from '../venue-time.ts'

const LEAST_DISK = 256 * 1024 * 1024

const MOST_FAULTS = 20

type Check = (deps: Deps) => boolean

function hasDisk(dataDir: string): boolean {
  accessSync(dataDir, constants.W_OK)
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize >= LEAST_DISK
}

const CHECKS: Record<string, Check> = {
  draining: ({ isDraining }) => !isDraining(),
  database: ({ db }) => db.prepare('SELECT 1 AS one').get()?.['one'] === 1,
  migrations: ({ db }) => readSchemaVersion(db.sqlite) === SCHEMA_VERSION,
  disk: ({ config }) => hasDisk(config.dataDir),
}

function findFailure(deps: Deps): string | undefined {
  return Object.entries(CHECKS).find(([, check]) => {
    try {
      return !check(deps)
    } catch {
      return true
    }
  })?.[0]
}

/** `/healthz`: the process lives. `/readyz`: it can serve; else 503 with the check that failed. */
export function mountHealth(app: App, deps: Deps): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', (context) => {
    const failed = findFailure(deps)
    if (failed === undefined) {
      const next = deps.schedule.findNext(deps.now())
      const faults = deps.contentFaults?.() ?? []
      return context.json({
        status: 'ready',
        content_version: readContentVersion(deps.db),
        next_change_at: next === null ? null : formatTime(next),
        // The content that was in order before is served: this is no reason to be taken out.
        ...(faults.length > 0 && { content_faults: faults.slice(0, MOST_FAULTS) }),
      })
    }
    return context.json({ status: 'not ready', failed }, 503)
  })
}
