import { addAbortListener } from 'node:events'
import pLimit from 'p-limit'
import {
  BuildError,
  BuildCancelled,
  type BuildRequest,
  type Builder,
  type BuiltSite,
  type StoredFile,
} from './built-site.ts'
import { startBuilderProcess, type BuilderProcess } from './builder-process.ts'
import type { BuilderMessage, JobCommand } from './live-builder/messages.ts'
import { LAST_LINES, type BuilderOptions } from './run-build.ts'

export type LiveBuilder = Required<Builder>

interface JobRequest extends Pick<
  BuildRequest,
  'signal' | 'onProgress' | 'onStored' | 'cancelSignal'
> {
  /** Whether it is a build in advance, of which only warnings are logged. */
  isInAdvance?: boolean
}

interface PendingJob {
  id: number
  /** Timeout, restarted by every message, because a large build takes long but reports progress. */
  limit: NodeJS.Timeout
  request: JobRequest
  result: PromiseWithResolvers<BuiltSite>
}

/**
 * A builder with a long-lived child process of lower priority and limited time and memory. The process
 * builds the whole site once and then renders only pages whose content has changed. After a timeout, a
 * crash or a failure with incomplete state, the next build starts a new process.
 */
export function createLiveBuilder(options: BuilderOptions): LiveBuilder {
  const { limits, onLine = () => {} } = options
  let child: BuilderProcess | undefined
  let pending: PendingJob | undefined
  /** Id of the last job or file request. */
  let lastId = 0
  let lastLines: string[] = []
  const inTurn = pLimit(1)
  const fileRequests = new Map<number, (file: StoredFile | undefined) => void>()

  function start(): BuilderProcess {
    const started = startBuilderProcess({
      ...options,
      onMessage: handleMessage,
      onLine(line, isWarning) {
        lastLines = [...lastLines, line].slice(-LAST_LINES)
        if (isWarning || !pending?.request.isInAdvance) onLine(line)
        pending?.limit.refresh()
      },
      onEnd(reason) {
        if (child === started) discard(`The builder process ended (${reason}).`)
      },
    })
    child = started
    return started
  }

  function stop(reason: string): void {
    child?.kill()
    discard(reason)
  }

  /** Drops the reference to the process; pending jobs fail. */
  function discard(reason: string): void {
    child = undefined
    for (const [, resolve] of fileRequests) resolve(undefined)
    fileRequests.clear()
    settle()?.reject(new BuildError(reason, lastLines))
  }

  function handleMessage(message: BuilderMessage): void {
    if (message.kind === 'made') {
      fileRequests.get(message.request)?.(message.file)
      fileRequests.delete(message.request)
      return
    }
    if (message.job !== pending?.id) return
    pending.limit.refresh()
    if (message.kind === 'progress') return pending.request.onProgress(message.progress)
    if (message.kind === 'stored') return pending.request.onStored?.(message.hashes)
    const result = settle()
    if (message.kind === 'built') return result?.resolve(message.site)
    if (message.kind === 'cancelled') return result?.reject(new BuildCancelled())
    if (message.needsRestart) stop(message.message)
    result?.reject(new BuildError(message.message, [...lastLines, ...message.lines]))
  }

  function settle(): PendingJob['result'] | undefined {
    const settled = pending?.result
    pending = undefined
    return settled
  }

  /** Sends a job to the process and waits for its result. */
  async function runJob(
    request: JobRequest,
    makeCommand: (job: number) => JobCommand,
    { isUrgent = false } = {},
  ): Promise<BuiltSite> {
    const { signal, cancelSignal } = request
    if (cancelSignal?.aborted) throw new BuildCancelled()
    if (signal.aborted) throw new BuildError('The build was stopped.')
    lastLines = []
    const builder = child ?? start()
    const id = (lastId += 1)
    using limit = setTimeout(
      () => stop(`The build was stopped: no progress for ${limits.timeoutMs / 1000} s.`),
      limits.timeoutMs,
    )
    using _stopping = addAbortListener(signal, () => stop('The build was stopped.'))
    const sendCancel = () => child?.send({ kind: 'cancel', job: id })
    using _cancelling = cancelSignal && addAbortListener(cancelSignal, sendCancel)
    const result = Promise.withResolvers<BuiltSite>()
    pending = { id, limit, request, result }
    if (!isUrgent) builder.lowerPriority()
    builder.send(makeCommand(id))
    return await result.promise
  }

  function build(request: BuildRequest & JobRequest): Promise<BuiltSite> {
    const { scope = 'all', isBackground = false, defersFiles = false } = request
    return runJob(
      request,
      (job) => ({ kind: 'build', job, scope, isBackground, defersFiles }),
      // Before its first build the site has no visitors.
      { isUrgent: defersFiles },
    )
  }

  /** Runs a build after those before it. A stop does not wait for them. */
  async function runInTurn(
    { signal }: JobRequest,
    run: () => Promise<BuiltSite>,
  ): Promise<BuiltSite> {
    const stopped = Promise.withResolvers<never>()
    const stopWaiting = () => stopped.reject(new BuildError('The build was stopped.'))
    using _stopping = addAbortListener(signal, stopWaiting)
    return await Promise.race([inTurn(run), stopped.promise])
  }

  return {
    build: (request) => runInTurn(request, () => build(request)),
    complete: (request) =>
      runInTurn(request, () => runJob(request, (job) => ({ kind: 'complete', job }))),
    prepare: () =>
      inTurn(async () => {
        if (child) return
        const { signal } = new AbortController()
        await build({ signal, onProgress: () => {}, isInAdvance: true })
      }),
    async make(name) {
      if (!child) return undefined
      const request = (lastId += 1)
      const { promise, resolve } = Promise.withResolvers<StoredFile | undefined>()
      fileRequests.set(request, resolve)
      child.send({ kind: 'make', request, name })
      return promise
    },
    async close() {
      const ended = child?.ended
      stop('The builder was closed.')
      await ended
    },
  }
}
