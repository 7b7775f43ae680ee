import { spawnSync } from 'node:child_process'

/** The path of the first of these programs on the PATH, or null. */
export function findProgram(...names: readonly string[]): string | null {
  const { stdout } = spawnSync('which', names, { encoding: 'utf8' })
  return stdout.split('\n')[0] || null
}
