import * as v from 'valibot'
import { hasFreeDisk } from '../lib/free-disk.ts'
import { findDocument, type Manifest } from './manifest.ts'
import { isMissingFile } from '../lib/is-missing-file.ts'

/** State of each part by its name: `ok`, or what is wrong. */
export type Checks = Readonly<Record<string, string>>

export interface SiteState {
  manifest: Manifest
  draining: boolean
}

interface ReadinessOptions {
  /** The admin API; without one it is no part of readiness. */
  adminApiUrl: string | undefined
  /** Folder of all state; without one the disk is no part of readiness. */
  dataDir: string | undefined
}

/** What an API may say of its parts; the embedded one does. */
const ApiChecksSchema = v.object({ checks: v.record(v.string(), v.string()) })

const TIMEOUT_MS = 3000
/** Balancers request readiness often and from several machines: the API is called once for them all. */
const REUSE_MS = 1000
/** Parts of the API that are named as such; its other faults are those of the API as a whole. */
const SHARED_PARTS = new Set(['database', 'disk'])

/** What pages alone need. */
export function checkPages({ manifest, draining }: SiteState): Checks {
  return {
    release: findDocument(manifest, '/') ? 'ok' : 'missing',
    draining: draining ? 'stopping' : 'ok',
  }
}

function checkDisk(dataDir: string): string {
  try {
    return hasFreeDisk(dataDir) ? 'ok' : 'full'
  } catch (error) {
    // A folder of pages is served without any state.
    return isMissingFile(error) ? 'ok' : 'unreadable'
  }
}

/**
 * State of the API and of what it names. An API without `/readyz` is there as soon as it responds.
 * @returns never rejects
 */
async function checkApi(apiUrl: string): Promise<Checks> {
  const address = `${apiUrl.replace(/\/$/, '')}/readyz`
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body = v.safeParse(ApiChecksSchema, await response.json().catch(() => undefined))
    const checks = Object.entries(body.success ? body.output.checks : {})
    const named = checks.filter(([name]) => SHARED_PARTS.has(name))
    const isExplained = named.some(([, state]) => state !== 'ok')
    return {
      api: response.status < 500 || isExplained ? 'ok' : 'not ready',
      ...Object.fromEntries(named),
    }
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return { api: isSlow ? 'no response in time' : 'unreachable' }
  }
}

/** Makes the check of everything that members need: pages, disk, API and its database. */
export function createReadiness({ adminApiUrl, dataDir }: ReadinessOptions) {
  let last: { at: number; checks: Promise<Checks> } | undefined

  function checkApiOnce(apiUrl: string): Promise<Checks> {
    const at = performance.now()
    if (!last || at - last.at > REUSE_MS) last = { at, checks: checkApi(apiUrl) }
    return last.checks
  }

  return async (state: SiteState): Promise<Checks> => {
    const pages = checkPages(state)
    // A server that stops is not ready whatever its API says.
    if (state.draining) return pages
    const api = adminApiUrl === undefined ? {} : await checkApiOnce(adminApiUrl)
    const disk = dataDir === undefined ? 'ok' : checkDisk(dataDir)
    return { ...pages, ...api, ...(disk !== 'ok' || !('disk' in api) ? { disk } : {}) }
  }
}
