import * as v from 'valibot'
import { describeDisk, LOW_DISK } from '../lib/free-disk.ts'
import { isMissingFile } from '../lib/is-missing-file.ts'
import type { Logger } from '../lib/logger.ts'
import type { Exchange } from './exchange.ts'
import { findDocument, type Manifest } from './manifest.ts'
import { sendJson } from './send-response.ts'

/** Result of each check by name: `ok` or the fault. */
type Checks = Readonly<Record<string, string>>

interface ReadinessSource {
  manifest: Manifest
  draining: boolean
}

interface ReadinessOptions {
  /** Address of the admin API; if undefined, it is not checked. */
  adminApiUrl: string | undefined
  /** Data folder; if undefined, the disk is not checked. */
  dataDir: string | undefined
  logger: Logger
}

/** The optional checks of an API's `/readyz`, as the embedded one returns them. */
const ApiChecksSchema = v.object({ checks: v.record(v.string(), v.string()) })

const TIMEOUT_MS = 3000
/** Load balancers poll often and from several machines: their probes share one API call. */
const REUSE_MS = 1000
/** Checks of the API that are reported under their own names; other failures count as `api`. */
const SHARED_PARTS = new Set(['database', 'disk', 'storage'])

/** Checks that pages can be served. */
export function checkPages({ manifest, draining }: ReadinessSource): Checks {
  return {
    release: findDocument(manifest, '/') ? 'ok' : 'missing',
    running: draining ? 'stopping' : 'ok',
  }
}

function checkDisk(dataDir: string): string {
  try {
    return describeDisk(dataDir)
  } catch (error) {
    // Serving a built folder does not need a data folder.
    return isMissingFile(error) ? 'ok' : 'unreadable'
  }
}

/**
 * Checks the API and copies its own checks. An API without `/readyz` is ready if it responds. Never
 * rejects.
 */
async function checkApi(apiUrl: string): Promise<Checks> {
  try {
    const response = await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body = v.safeParse(ApiChecksSchema, await response.json().catch(() => undefined))
    const checks = Object.entries(body.success ? body.output.checks : {})
    const named = checks.filter(([name]) => SHARED_PARTS.has(name))
    const hasNamedFault = named.some(([, state]) => state !== 'ok')
    return {
      api: response.status < 500 || hasNamedFault ? 'ok' : 'not ready',
      ...Object.fromEntries(named),
    }
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return { api: isSlow ? 'no response in time' : 'unreachable' }
  }
}

/** Creates the full readiness check: pages, disk, API and its database. */
export function createReadiness({ adminApiUrl, dataDir, logger }: ReadinessOptions) {
  let lastDisk = 'ok'
  let last: { at: number; checks: Promise<Checks> } | undefined

  function checkApiOnce(apiUrl: string): Promise<Checks> {
    const at = performance.now()
    if (!last || at - last.at > REUSE_MS) last = { at, checks: checkApi(apiUrl) }
    return last.checks
  }

  return async (state: ReadinessSource): Promise<Checks> => {
    const pages = checkPages(state)
    // A draining server is not ready, whatever the state of its API.
    if (state.draining) return pages
    const api = adminApiUrl === undefined ? {} : await checkApiOnce(adminApiUrl)
    const disk = dataDir === undefined ? 'ok' : checkDisk(dataDir)
    if (disk === LOW_DISK && lastDisk !== disk)
      logger.warn({ dataDir }, 'less than 256 MiB of the disk are free')
    lastDisk = disk
    return { ...pages, ...api, ...(disk !== 'ok' || !('disk' in api) ? { disk } : {}) }
  }
}

/** Readiness: 503 lists the failed checks. */
export function sendReadiness(exchange: Exchange, checks: Checks): void {
  const failed = Object.keys(checks).filter((name) => checks[name] !== 'ok')
  const ready = failed.length === 0
  sendJson(exchange, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', checks, failed })
}
