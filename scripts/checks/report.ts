import { formatCount } from '../lib/format-count.ts'

/** Prints the faults of a check and sets exit code 1 if there are any. */
export function reportFaults(check: string, scope: string, faults: string[]): void {
  for (const fault of faults) console.error(`${check}: ${fault}`)
  console.log(`${check}: ${scope}, ${formatCount(faults.length, 'fault')}`)
  if (faults.length > 0) process.exitCode = 1
}
