import type { Logger } from '../lib/logger.ts'

/** Logs when the store becomes unavailable and when it is available again, not each failed attempt. */
export function createFaultLog(logger: Logger) {
  let isFaulty = false
  return {
    report(error: unknown): void {
      if (!isFaulty) logger.error({ err: error }, 'the shared store of releases is not available')
      isFaulty = true
    },
    clear(): void {
      if (isFaulty) logger.info({}, 'the shared store of releases is available again')
      isFaulty = false
    },
  }
}
