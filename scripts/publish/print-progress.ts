import { describeProgress } from '../lib/build-progress.ts'
import { readStatus } from './status.ts'

const CLEAR_LINE = '\r\u001B[K'

/** Prints the progress of a build of another process: one line per step, updated in place in a terminal. */
export function createProgressPrinter(dataDir: string) {
  const { isTTY } = process.stdout
  let printed = ''
  let step = ''
  return {
    async print(): Promise<void> {
      const { building } = await readStatus(dataDir)
      if (!building) return
      const line = describeProgress(building)
      if (line === printed || (!isTTY && building.phase === step)) return
      printed = line
      step = building.phase
      process.stdout.write(isTTY ? CLEAR_LINE + line : `${line}\n`)
    },
    close(): void {
      if (isTTY) process.stdout.write(CLEAR_LINE)
    },
  }
}
