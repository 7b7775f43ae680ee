import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import {
  BuildError,
  BuildCancelled,
  type BuildProgress,
  type BuildRequest,
  type Builder,
  type BuiltSite,
  type StoredFile,
} from './built-site.ts'
import type { BuilderMessage, BuilderCommand } from './live-builder/messages.ts'
import { makeWorkFolder } from './work-folders.ts'
import { BUILD_LIMITS, type BuildLimits } from './run-build.ts'

export interface LiveBuilderOptions {
  projectDir: string
  dataDir: string
  apiUrl: string
  siteUrl: string
  limits?: BuildLimits
  onLine?: (line: string) => void
}

export type LiveBuilder = Required<Builder>

interface Pending {
  job: number
  /** Restarted by every message: a large build may take long, but always reports progress. */
  limit: NodeJS.Timeout
  /** Whether the build runs in advance: then only warnings are logged. */
  isInAdvance: boolean
  resolve: (site: BuiltSite) => void
  reject: (error: Error) => void
  onProgress: (progress: BuildProgress) => void
  onStored: (hashes: readonly string[]) => void
  onProvisional?: ((site: BuiltSite) => void) | undefined
}

const MAIN = path.join(import.meta.dirname, 'live-builder', 'main.ts')
const LOWER_PRIORITY = 10
const LAST_LINES = 200

/** Thread ids of a process; only the process id on systems without `/proc`. */
function listThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/**
 * A builder with a long-lived child process of lower priority, limited in time and memory. It builds the
 * whole site once and then renders only pages whose content has changed. After a failure halfway, a
 * timeout or a crash, the next build starts a new process.
 */
export function createLiveBuilder(options: LiveBuilderOptions): LiveBuilder {
  const { projectDir, dataDir, limits = BUILD_LIMITS, onLine = () => {} } = options
  let child: ChildProcess | undefined
  let pending: Pending | undefined
  let jobs = 0
  let lastLines: string[] = []
  let turn: Promise<unknown> = Promise.resolve()
  const makes = new Map<number, (file: StoredFile | undefined) => void>()
  let requests = 0

  function start(): ChildProcess {
    const workDir = makeWorkFolder(projectDir)
    const started = fork(MAIN, [projectDir, dataDir, workDir, options.siteUrl], {
      cwd: projectDir,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        ASTRO_TELEMETRY_DISABLED: '1',
        // Images and fonts are processed in threads: one malloc arena per thread would retain freed memory.
        MALLOC_ARENA_MAX: '2',
        ADMIN_API_URL: options.apiUrl,
        SITE_URL: options.siteUrl,
      },
      execArgv: [`--max-old-space-size=${limits.memoryMiB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    const { stdout, stderr } = started
    if (stdout) createInterface(stdout).on('line', (line) => readLine(line, { isWarning: false }))
    if (stderr) createInterface(stderr).on('line', (line) => readLine(line, { isWarning: true }))
    started.on('message', (message: BuilderMessage) => handleMessage(message))
    started.once('close', (code, killedBy) => {
      if (child === started) child = undefined
      for (const [, resolve] of makes) resolve(undefined)
      makes.clear()
      void rm(workDir, { recursive: true, force: true })
      const reason = killedBy ?? `exit code ${code}`
      settle()?.reject(new BuildError(`The builder process ended (${reason}).`, lastLines))
    })
    child = started
    return started
  }

  function readLine(line: string, { isWarning }: { isWarning: boolean }): void {
    if (line.trim() === '') return
    lastLines.push(line)
    if (lastLines.length > LAST_LINES) lastLines.shift()
    if (isWarning || !pending?.isInAdvance) onLine(line)
    pending?.limit.refresh()
  }

  function handleMessage(message: BuilderMessage): void {
    if (message.kind === 'made') {
      makes.get(message.request)?.(message.file)
      makes.delete(message.request)
      return
    }
    if (message.job !== pending?.job) return
    if (message.kind === 'provisional') {
      pending.limit.refresh()
      lowerPriority()
      pending.onProvisional?.(message.site)
      return
    }
    if (message.kind === 'progress') {
      pending.limit.refresh()
      return pending.onProgress(message.progress)
    }
    if (message.kind === 'stored') {
      pending.limit.refresh()
      return pending.onStored(message.hashes)
    }
    const { resolve, reject } = settle() ?? pending
    if (message.kind === 'built') return resolve(message.site)
    if (message.kind === 'cancelled') return reject(new BuildCancelled())
    if (message.kind !== 'failed') return
    if (message.lost) stop()
    reject(new BuildError(message.message, [...lastLines, ...message.lines]))
  }

  /** Sets the priority of every thread: on Linux priority is per thread and inherited by new ones. */
  function lowerPriority(): void {
    if (child?.pid === undefined) return
    for (const thread of listThreads(child.pid)) {
      try {
        setPriority(thread, LOWER_PRIORITY)
      } catch {
        // The thread has just ended.
      }
    }
  }

  function settle(): Pending | undefined {
    const settled = pending
    pending = undefined
    return settled
  }

  function stop(): void {
    const pid = child?.pid
    child = undefined
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // The process group is already gone.
    }
  }

  async function runJob(request: BuildRequest, isInAdvance = false): Promise<BuiltSite> {
    const {
      signal,
      onProgress,
      onStored = () => {},
      onProvisional,
      scope = 'all',
      isBackground = false,
      cancelSignal,
    } = request
    if (cancelSignal?.aborted) throw new BuildCancelled()
    if (signal.aborted) throw new BuildError('The build was stopped.')
    lastLines = []
    const { promise, resolve, reject } = Promise.withResolvers<BuiltSite>()
    const number = (jobs += 1)
    const reportsProvisional = onProvisional !== undefined
    const message: BuilderCommand = {
      kind: 'build',
      job: number,
      scope,
      isBackground,
      reportsProvisional,
    }
    const end = (reason: string) => {
      settle()?.reject(new BuildError(reason, lastLines))
      stop()
    }
    const limit = setTimeout(
      () => end(`The build was stopped: no progress for ${limits.timeoutMs / 1000} s.`),
      limits.timeoutMs,
    )
    const abort = () => end('The build was stopped.')
    signal.addEventListener('abort', abort, { once: true })
    const sendCancel = () => child?.send({ kind: 'cancel', job: number } satisfies BuilderCommand)
    cancelSignal?.addEventListener('abort', sendCancel, { once: true })
    pending = {
      job: number,
      limit,
      isInAdvance,
      resolve,
      reject,
      onProgress,
      onStored,
      onProvisional,
    }
    const builder = child ?? start()
    // Serving visitors has priority over builds, except over the first build of a site.
    if (!reportsProvisional) lowerPriority()
    builder.send(message)
    try {
      return await promise
    } finally {
      clearTimeout(limit)
      signal.removeEventListener('abort', abort)
      cancelSignal?.removeEventListener('abort', sendCancel)
    }
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.then(work)
    turn = next.catch(() => {})
    return next
  }

  return {
    build: (request) => inTurn(() => runJob(request)),
    async prepare() {
      await inTurn(async () => {
        const { signal } = new AbortController()
        if (!child) await runJob({ signal, onProgress: () => {} }, true)
      })
    },
    async make(name) {
      if (!child) return undefined
      requests += 1
      const { promise, resolve } = Promise.withResolvers<StoredFile | undefined>()
      makes.set(requests, resolve)
      child.send({ kind: 'make', request: requests, name } satisfies BuilderCommand)
      return promise
    },
    async close() {
      const ended = child && new Promise((done) => child?.once('close', done))
      stop()
      await ended
    },
  }
}
