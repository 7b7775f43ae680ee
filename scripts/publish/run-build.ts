import { spawn } from 'node:child_process'
import { addAbortListener } from 'node:events'
import { setPriority } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { BuildError } from './built-site.ts'

export interface BuildLimits {
  /** Maximum time without progress or output, in ms. */
  timeoutMs: number
  /** Maximum heap size in MiB. */
  memoryMiB: number
}

export interface BuilderOptions {
  projectDir: string
  dataDir: string
  apiUrl: string
  siteUrl: string
  limits: BuildLimits
  /** Called with each line of build output. */
  onLine?: (line: string) => void
}

export interface RunOptions {
  projectDir: string
  /** The script, relative to the project, and its arguments. */
  command: readonly [script: string, ...args: string[]]
  /** Environment variables of the build, added to those of this process. */
  env: Readonly<Record<string, string>>
  limits: BuildLimits
  signal: AbortSignal
  onLine: (line: string) => void
}

/** Lines of output that are kept: enough for an error message with its causes and a long stack. */
export const LAST_LINES = 200
/** Gives visitors priority over builds. */
export const LOWER_PRIORITY = 10
/** Environment of programs that run Astro: React for production, and output that is read line by line. */
export const ASTRO_ENVIRONMENT = {
  NODE_ENV: 'production',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  ASTRO_TELEMETRY_DISABLED: '1',
}
const END_WITH_PARENT = path.join(import.meta.dirname, 'end-with-parent.ts')

/**
 * Runs a build in its own process group, with lower priority and limited memory and time without output.
 * The whole group is killed on timeout, when the signal aborts, and when this process dies.
 * @throws BuildError with the last lines of its output
 */
export async function runBuild(options: RunOptions): Promise<void> {
  const { projectDir, limits, signal } = options
  const [script, ...args] = options.command
  if (signal.aborted) throw new BuildError('The build was stopped.')
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${limits.memoryMiB}`,
      `--import=${END_WITH_PARENT}`,
      path.join(projectDir, script),
      ...args,
    ],
    {
      cwd: projectDir,
      env: { ...process.env, ...ASTRO_ENVIRONMENT, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    },
  )
  const { pid } = child
  if (pid !== undefined) setPriority(pid, LOWER_PRIORITY)

  let ended: string | undefined
  const end = (reason: string) => {
    ended ??= reason
    if (pid !== undefined) killGroup(pid)
  }
  using limit = setTimeout(
    () => end(`The build was stopped: no progress for ${limits.timeoutMs / 1000} s.`),
    limits.timeoutMs,
  )
  using _stopping = addAbortListener(signal, () => end('The build was stopped.'))

  const last: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      limit.refresh()
      if (line.trim() === '') return
      last.push(line)
      if (last.length > LAST_LINES) last.shift()
      options.onLine(line)
    })
  }
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  child.on('error', (error) => resolve(`The build could not be started: ${error.message}`))
  child.on('close', (code, killedBy) => resolve(explainEnd(code, killedBy)))
  const fault = await promise
  // Kills processes that the build started and did not end.
  if (pid !== undefined) killGroup(pid)
  if (fault !== undefined) throw new BuildError(ended ?? fault, last)
}

/** Kills a process with all processes that it started. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group is already gone.
  }
}

function explainEnd(code: number | null, killedBy: NodeJS.Signals | null): string | undefined {
  if (code === 0) return undefined
  return killedBy === null
    ? `The build failed with exit code ${code}.`
    : `The build was stopped (${killedBy}).`
}
