import { ExpectedError } from '../lib/expected-error.ts'
import type { ApiState } from './probe-api.ts'
import type { BuildResult } from './status.ts'

const FIRST_PAUSE_MS = 2000
const MAX_PAUSE_MS = 30_000

/** The API is unusable, so that a retry would not help (sysexits.h, EX_PROTOCOL). */
class UnusableApiError extends ExpectedError {
  override name = 'UnusableApiError'
  override exitCode = 76
}

export interface FirstSiteOptions {
  publish(): Promise<BuildResult>
  /** Probes an external API; null for the embedded one, which runs in this process. */
  probe: (() => Promise<ApiState>) | null
  /** Called with the reason for each pause, and with undefined when the API is ready. */
  noteWaiting(reason: string | undefined): void
  /** Called with each line about a pause or a retry. */
  report(line: string): void
  pause(ms: number): Promise<void>
}

/**
 * Publishes the first site of a data folder. Waits for an external API with exponential backoff of up to
 * 30 s while the fault is transient; retries other failures once.
 * @returns the last result; `failed` or `refused` after two failures
 * @throws UnusableApiError when the API responds with a permanent fault
 */
export async function publishFirstSite(options: FirstSiteOptions): Promise<BuildResult> {
  const { publish, probe, noteWaiting, report, pause } = options
  let pauseMs = FIRST_PAUSE_MS

  /** @returns whether the API was unavailable */
  async function waitForApi(): Promise<boolean> {
    for (let hasWaited = false; ; hasWaited = true) {
      const state: ApiState = probe ? await probe() : { kind: 'ready' }
      if (state.kind === 'ready') {
        if (hasWaited) noteWaiting(undefined)
        return hasWaited
      }
      if (state.kind === 'unusable') {
        throw new UnusableApiError(
          `${state.reason}. Is ADMIN_API_URL the address before /api? "npm run check:api" lists what differs from the contract.`,
        )
      }
      noteWaiting(state.reason)
      report(`${state.reason}. Trying again in ${pauseMs / 1000} s.`)
      await pause(pauseMs)
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
    }
  }

  await waitForApi()
  for (let isRepeated = false; ;) {
    const result = await publish()
    if (result.kind !== 'failed' && result.kind !== 'refused') return result
    if (await waitForApi()) continue
    if (isRepeated) return result
    isRepeated = true
    const reasons = result.kind === 'failed' ? [result.reason] : result.reasons
    report(`The first build failed and is repeated once: ${reasons.join('; ')}`)
  }
}
