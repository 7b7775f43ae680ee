import { accessSync, constants } from 'node:fs'
import { hasFreeDisk } from '../../lib/free-disk.ts'
import { readStorageFault } from '../../lib/storage-fault.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { readSchemaVersion, SCHEMA_VERSION } from '../db/migrate.ts'
import { readContentVersion } from '../db/settings.ts'
import { formatTime } from '../venue-time.ts'

const MAX_FAULTS = 20

/** Returns `ok`, or the fault. */
type Check = (deps: Deps) => string

function checkDisk(dataDir: string): string {
  accessSync(dataDir, constants.W_OK)
  return hasFreeDisk(dataDir) ? 'ok' : 'low'
}

const CHECKS: Record<string, Check> = {
  running: ({ isDraining }) => (isDraining() ? 'stopping' : 'ok'),
  database: ({ health, now }) => health.check(now()),
  migrations: ({ db }) => (readSchemaVersion(db.sqlite) === SCHEMA_VERSION ? 'ok' : 'outdated'),
  disk: ({ config }) => checkDisk(config.dataDir),
}

function runChecks(deps: Deps): Record<string, string> {
  const results = Object.entries(CHECKS).map(([name, check]) => {
    try {
      return [name, check(deps)]
    } catch (error) {
      return [name, readStorageFault(error) ?? 'failed']
    }
  })
  return Object.fromEntries(results)
}

/** `/healthz`: liveness. `/readyz`: readiness, or 503 with the failed checks. */
export function mountHealth(app: App, deps: Deps): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', (context) => {
    const checks = runChecks(deps)
    const failed = Object.keys(checks).filter((name) => checks[name] !== 'ok')
    if (failed.length > 0) return context.json({ status: 'not ready', checks, failed }, 503)
    const next = deps.schedule.findNext(deps.now())
    const faults = deps.contentFaults?.() ?? []
    return context.json({
      status: 'ready',
      checks,
      content_version: readContentVersion(deps.db),
      next_change_at: next === null ? null : formatTime(next),
      // The last valid content is served, so faults do not affect readiness.
      ...(faults.length > 0 && { content_faults: faults.slice(0, MAX_FAULTS) }),
    })
  })
}
