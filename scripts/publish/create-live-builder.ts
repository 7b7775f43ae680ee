import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import {
  BuildError,
  BuildLeft,
  type BuildProgress,
  type BuildWish,
  type Builder,
  type BuiltSite,
  type StoredFile,
} from './built-site.ts'
import { followSite } from './follow-site.ts'
import type { BuilderMessage, BuilderOrder } from './live-builder/messages.ts'
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

export interface LiveBuilder extends Builder {
  /** Builds the whole site ahead, so that the next change finds the builder ready. */
  prepare(): Promise<void>
  /**
   * Makes a file that the pages of a first build did not wait for.
   * @returns nothing when there is no such file
   */
  make(name: string): Promise<StoredFile | undefined>
  close(): Promise<void>
}

interface Pending {
  order: number
  /** A build of ten thousand items may take long, but never without a word. */
  limit: NodeJS.Timeout
  /** Whether nobody waits for it: then only warnings are told. */
  isAhead: boolean
  resolve: (site: BuiltSite) => void
  reject: (error: Error) => void
  onProgress: (progress: BuildProgress) => void
  onStored: (hashes: readonly string[]) => void
  onStanding?: ((site: BuiltSite) => void) | undefined
}

const MAIN = path.join(import.meta.dirname, 'live-builder', 'main.ts')
const LOWER_PRIORITY = 10
const LAST_LINES = 200

/** The threads of a process; the process itself on systems that do not list them as Linux does. */
function listThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/**
 * A builder that stays: a process of lower priority, with bounds on time and memory, that builds the
 * whole site once and then renders only pages whose content has changed. When it fails halfway,
 * takes too long or dies, the next build starts it anew.
 */
export function createLiveBuilder(options: LiveBuilderOptions): LiveBuilder {
  const { projectDir, dataDir, limits = BUILD_LIMITS, onLine = () => {} } = options
  let child: ChildProcess | undefined
  let followed = followSite()
  let pending: Pending | undefined
  let orders = 0
  let last: string[] = []
  let turn: Promise<unknown> = Promise.resolve()
  const makes = new Map<number, (file: StoredFile | undefined) => void>()
  let requests = 0

  function start(): ChildProcess {
    const workDir = makeWorkFolder(projectDir)
    const started = fork(MAIN, [projectDir, dataDir, workDir], {
      cwd: projectDir,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        ASTRO_TELEMETRY_DISABLED: '1',
        // Pictures and fonts are made in threads: an arena for each would keep what they gave back.
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
    started.on('message', (message: BuilderMessage) => take(message))
    started.once('close', (code, killedBy) => {
      if (child === started) child = undefined
      for (const [, resolve] of makes) resolve(undefined)
      makes.clear()
      void rm(workDir, { recursive: true, force: true })
      const reason = killedBy ?? `exit code ${code}`
      settle()?.reject(new BuildError(`The builder has ended (${reason}).`, last))
    })
    child = started
    followed = followSite()
    return started
  }

  function readLine(line: string, { isWarning }: { isWarning: boolean }): void {
    if (line.trim() === '') return
    last.push(line)
    if (last.length > LAST_LINES) last.shift()
    if (isWarning || !pending?.isAhead) onLine(line)
    pending?.limit.refresh()
  }

  function take(message: BuilderMessage): void {
    if (message.kind === 'made') {
      makes.get(message.request)?.(message.file)
      makes.delete(message.request)
      return
    }
    const tellsSite = message.kind === 'built' || message.kind === 'standing'
    const site = tellsSite ? followed.apply(message.site) : undefined
    if (message.order !== pending?.order) return
    if (message.kind === 'standing') {
      pending.limit.refresh()
      lowerPriority()
      if (site) pending.onStanding?.(site)
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
    if (site) return resolve(site)
    if (message.kind === 'left') return reject(new BuildLeft())
    if (message.kind !== 'failed') return
    if (message.lost) stop()
    reject(new BuildError(message.message, [...last, ...message.lines]))
  }

  /** Of all its threads: each has a priority of its own, which those that it starts take over. */
  function lowerPriority(): void {
    if (child?.pid === undefined) return
    for (const thread of listThreads(child.pid)) {
      try {
        setPriority(thread, LOWER_PRIORITY)
      } catch {
        // It has just ended.
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
      // Nobody is left in it.
    }
  }

  async function order(wish: BuildWish, isAhead = false): Promise<BuiltSite> {
    const {
      signal,
      onProgress,
      onStored = () => {},
      onStanding,
      wanted = 'all',
      inBackground = false,
      leave,
    } = wish
    if (leave?.aborted) throw new BuildLeft()
    if (signal.aborted) throw new BuildError('The build was stopped.')
    last = []
    const { promise, resolve, reject } = Promise.withResolvers<BuiltSite>()
    const number = (orders += 1)
    const stands = onStanding !== undefined
    const message: BuilderOrder = { kind: 'build', order: number, wanted, inBackground, stands }
    const end = (reason: string) => {
      settle()?.reject(new BuildError(reason, last))
      stop()
    }
    const limit = setTimeout(
      () => end(`The build was stopped: it went on in no way for ${limits.timeoutMs / 1000} s.`),
      limits.timeoutMs,
    )
    const abort = () => end('The build was stopped.')
    signal.addEventListener('abort', abort, { once: true })
    const tellToLeave = () => child?.send({ kind: 'leave', order: number } satisfies BuilderOrder)
    leave?.addEventListener('abort', tellToLeave, { once: true })
    pending = { order: number, limit, isAhead, resolve, reject, onProgress, onStored, onStanding }
    const builder = child ?? start()
    // Visitors come before builds; where there is no site yet, they wait for this one.
    if (!stands) lowerPriority()
    builder.send(message)
    try {
      return await promise
    } finally {
      clearTimeout(limit)
      signal.removeEventListener('abort', abort)
      leave?.removeEventListener('abort', tellToLeave)
    }
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.then(work)
    turn = next.catch(() => {})
    return next
  }

  return {
    build: (wish) => inTurn(() => order(wish)),
    async prepare() {
      await inTurn(async () => {
        const { signal } = new AbortController()
        if (!child) await order({ signal, onProgress: () => {} }, true)
      })
    },
    async make(name) {
      if (!child) return undefined
      requests += 1
      const { promise, resolve } = Promise.withResolvers<StoredFile | undefined>()
      makes.set(requests, resolve)
      child.send({ kind: 'make', request: requests, name } satisfies BuilderOrder)
      return promise
    },
    async close() {
      const ended = child && new Promise((done) => child?.once('close', done))
      stop()
      await ended
    },
  }
}
