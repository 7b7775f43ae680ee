import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

export interface BuildOptions {
  projectDir: string
  outDir: string
  /** Settings of the build beside the environment of this process. */
  env: Readonly<Record<string, string>>
  signal?: AbortSignal
  onLine: (line: string) => void
  /** The build program and its arguments before `--outDir`; for tests. */
  command?: readonly [script: string, ...args: string[]]
  timeoutMs?: number
}

/** A build that did not come to its end; `lines` are the last that it said. */
export class BuildError extends Error {
  override name = 'BuildError'
  readonly lines: readonly string[]

  constructor(message: string, lines: readonly string[]) {
    super([message, ...lines.map((line) => `  | ${line}`)].join('\n'))
    this.lines = lines
  }
}

const TIMEOUT_MS = 10 * 60_000
const LAST_LINES = 20
const LOWER_PRIORITY = 10
const ASTRO = ['node_modules/.bin/astro', 'build'] as const

/**
 * Builds the site into a folder of its own: a build that fails never touches what is served. It runs
 * as a process of lower priority and is stopped after ten minutes.
 * @throws BuildError with the last lines of its output
 */
export async function buildSite(options: BuildOptions): Promise<void> {
  const { projectDir, outDir, env, signal, timeoutMs: timeout = TIMEOUT_MS } = options
  const [script, ...args] = options.command ?? ASTRO
  const child = spawn(
    process.execPath,
    [path.join(projectDir, script), ...args, '--outDir', outDir],
    {
      cwd: projectDir,
      env: {
        ...process.env,
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        ASTRO_TELEMETRY_DISABLED: '1',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    },
  )
  if (child.pid !== undefined) setPriority(child.pid, LOWER_PRIORITY)

  const last: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      if (line.trim() === '') return
      last.push(line)
      if (last.length > LAST_LINES) last.shift()
      options.onLine(line)
    })
  }
  const ended = Promise.withResolvers<string | undefined>()
  child.on('error', (error) => ended.resolve(`The build did not run: ${error.message}`))
  child.on('close', (code, killedBy) => ended.resolve(explainEnd(code, killedBy)))
  const fault = await ended.promise
  if (fault !== undefined) throw new BuildError(fault, last)
}

function explainEnd(code: number | null, killedBy: NodeJS.Signals | null): string | undefined {
  if (code === 0) return undefined
  return killedBy === null
    ? `The build failed with exit code ${code}.`
    : `The build was stopped (${killedBy}).`
}
