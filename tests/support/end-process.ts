import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Ends a program and waits for its exit. It may have ended before: Ctrl+C reaches all programs that a
 * terminal runs.
 */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
