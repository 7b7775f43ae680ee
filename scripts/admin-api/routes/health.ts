import { accessSync, constants } from 'node:fs'
import { readContentFaults } from '../../lib/content-faults.ts'
import { describeDisk } from '../../lib/free-disk.ts'
import { readStorageFault } from '../../lib/storage-fault.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { getSchemaTools } from '../../lib/db/engines/engines.ts'
import { readSchemaState } from '../../lib/db/migrate.ts'
import { HISTORY } from '../db/migrations/history.ts'
import { readSetting } from '../db/settings.ts'
import { formatTime } from '../venue-time.ts'

const MAX_FAULTS = 20

/** Returns `ok` or the name of the fault. */
type Check = (deps: Deps) => string | Promise<string>

/** How long the state of the store is cached between readiness checks. */
const STORE_CACHE_MS = 5000

function createStoreCheck({ files, now }: Deps): Check {
  let last: { at: number; state: Promise<string> } | undefined
  return () => {
    if (!last || Math.abs(now() - last.at) > STORE_CACHE_MS) {
      // Any request will do; the live pointer need not exist.
      const state = files.measure('current.json').then(
        () => 'ok',
        () => 'unreachable',
      )
      last = { at: now(), state }
    }
    return last.state
  }
}

function checkDisk(dataDir: string): string {
  accessSync(dataDir, constants.W_OK)
  return describeDisk(dataDir)
}

const CHECKS: Record<string, Check> = {
  running: ({ isDraining }) => (isDraining() ? 'stopping' : 'ok'),
  database: ({ health, now }) => health.check(now()),
  migrations: async ({ db, config }) => {
    const schema = getSchemaTools(config.database)
    return (await readSchemaState(db.query, HISTORY, schema)).isCurrent ? 'ok' : 'outdated'
  },
  disk: ({ config }) => checkDisk(config.dataDir),
}

async function runChecks(
  deps: Deps,
  allChecks: Readonly<Record<string, Check>>,
): Promise<Record<string, string>> {
  const results: Record<string, string> = {}
  for (const [name, check] of Object.entries(allChecks)) {
    // The schema of a faulty database cannot be read.
    if (name === 'migrations' && results['database'] !== 'ok') continue
    try {
      results[name] = await check(deps)
    } catch (error) {
      results[name] = readStorageFault(error) ?? 'failed'
    }
  }
  return results
}

/** `/healthz`: liveness. `/readyz`: readiness, or 503 with the failed checks. */
export function mountHealth(app: App, deps: Deps): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  const allChecks = { ...CHECKS, ...(deps.config.storage && { storage: createStoreCheck(deps) }) }
  app.get('/readyz', async (context) => {
    const checks = await runChecks(deps, allChecks)
    const failed = Object.keys(checks).filter((name) => checks[name] !== 'ok')
    if (failed.length > 0) return context.json({ status: 'not ready', checks, failed }, 503)
    const next = await deps.schedule.findNext(deps.now())
    const faults = readContentFaults(deps.config.dataDir)
    return context.json({
      status: 'ready',
      checks,
      content_version: await readSetting(deps.db.query, 'content_version'),
      next_change_at: next === null ? null : formatTime(next),
      // The last valid content is served, so faults do not affect readiness.
      ...(faults.length > 0 && { content_faults: faults.slice(0, MAX_FAULTS) }),
    })
  })
}
