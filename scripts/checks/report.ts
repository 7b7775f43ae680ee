import { formatCount } from '#scripts/lib/format-count.ts'

/** Prints what a check found and ends the process with 1 if it found anything. */
export function reportFaults(check: string, scope: string, faults: string[]): void {
  for (const fault of faults) console.error(`${check}: ${fault}`)
  console.log(`${check}: ${scope}, ${formatCount(faults.length, 'fault')}`)
  if (faults.length > 0) process.exitCode = 1
}
