import { fork } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { BuilderCommand, BuilderMessage } from './live-builder/messages.ts'
import { ASTRO_ENVIRONMENT, killGroup, LOWER_PRIORITY, type BuilderOptions } from './run-build.ts'
import { makeWorkFolder } from './work-folders.ts'

interface BuilderProcessOptions extends Omit<BuilderOptions, 'onLine'> {
  onMessage(message: BuilderMessage): void
  /** Called with each line of output that is not blank. */
  onLine(line: string, isWarning: boolean): void
  /** Called when the process has ended, with its signal or exit code as text. */
  onEnd(reason: string): void
}

const MAIN = path.join(import.meta.dirname, 'live-builder', 'main.ts')

/**
 * Starts the long-lived process of the live builder (`live-builder/main.ts`) with its own work folder, which
 * is removed when the process ends.
 */
export function startBuilderProcess(options: BuilderProcessOptions) {
  const { projectDir, dataDir, apiUrl, siteUrl, limits, onMessage, onLine, onEnd } = options
  const workDir = makeWorkFolder(projectDir)
  const { timeoutMs, memoryMiB } = limits
  const settings = [projectDir, dataDir, workDir, siteUrl, String(timeoutMs), String(memoryMiB)]
  const child = fork(MAIN, settings, {
    cwd: projectDir,
    env: {
      ...process.env,
      ...ASTRO_ENVIRONMENT,
      // Images and fonts are processed in threads: one malloc arena per thread would retain freed memory.
      MALLOC_ARENA_MAX: '2',
      ADMIN_API_URL: apiUrl,
      SITE_URL: siteUrl,
    },
    execArgv: [`--max-old-space-size=${memoryMiB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  for (const [stream, isWarning] of [
    [child.stdout, false],
    [child.stderr, true],
  ] as const) {
    if (!stream) continue
    createInterface(stream).on('line', (line) => {
      if (line.trim() !== '') onLine(line, isWarning)
    })
  }
  child.on('message', onMessage)
  // The process could not be started, or a command did not reach it because it has just died: `close` follows.
  child.on('error', (error) => onLine(error.message, true))
  child.once('close', (code, killedBy) => {
    // A bundler that is still being killed may be writing into it. The next start deletes the rest.
    void rm(workDir, { recursive: true, force: true })
      .catch((error: unknown) => onLine(String(error), true))
      .finally(resolve)
    onEnd(killedBy ?? `exit code ${code}`)
  })
  return {
    /** Resolves when the process has ended and its work folder is deleted. */
    ended,
    send: (command: BuilderCommand) => void child.send(command),
    /** Gives visitors priority over builds. */
    lowerPriority() {
      if (child.pid !== undefined) lowerProcessPriority(child.pid)
    },
    /** Kills the process with all processes that it started. */
    kill() {
      if (child.pid !== undefined) killGroup(child.pid)
    },
  }
}
export type BuilderProcess = ReturnType<typeof startBuilderProcess>

/** Sets the priority of every thread: on Linux it is per thread and inherited by new threads. */
function lowerProcessPriority(pid: number): void {
  for (const thread of listThreads(pid)) {
    try {
      setPriority(thread, LOWER_PRIORITY)
    } catch {
      // The thread has just ended.
    }
  }
}

/** The thread ids of a process; its process id alone on systems without `/proc`. */
function listThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
