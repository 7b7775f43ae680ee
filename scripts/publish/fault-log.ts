import type { Logger } from '../lib/logger.ts'

/** Logs a fault of the store when it begins and when it is over, not each time that it is met. */
export function createFaultLog(logger: Logger) {
  let isFaulty = false
  return {
    report(error: unknown): void {
      if (!isFaulty) logger.error({ err: error }, 'the store of releases cannot be used')
      isFaulty = true
    },
    clear(): void {
      if (isFaulty) logger.info({}, 'the store of releases can be used again')
      isFaulty = false
    },
  }
}
