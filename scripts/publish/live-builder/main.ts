// The builder process: the first build renders the whole site, later builds only changed pages. Exits with
// its parent process. Arguments: project folder, data folder, work folder, address of the site, limits of the
// bundler.
import { makeDeferred } from '#integrations/media/deferred-files.ts'
import type { BuiltSite } from '../built-site.ts'
import { openStore } from '../store.ts'
import { createSite, type IncrementalSite } from './create-site.ts'
import { describeFailure, RenderError } from './describe-failure.ts'
import type { BuildObserver } from './finish-files.ts'
import type { BuilderMessage, BuilderCommand, JobCommand } from './messages.ts'
import { restoreMedia } from './restore-media.ts'

const [projectDir = '', dataDir = '', workDir = '', siteUrl = '', timeoutMs, memoryMiB] =
  process.argv.slice(2)
const limits = { timeoutMs: Number(timeoutMs), memoryMiB: Number(memoryMiB) }
const store = openStore(dataDir)
let site: IncrementalSite | undefined

/** Concurrent API requests of a background build; low, because visitors have priority. */
const BACKGROUND_CONCURRENCY = 2

const running = new Map<number, AbortController>()

const send = (message: BuilderMessage): void => void process.send?.(message)

/** Minimum interval of progress messages, in ms. */
const REPORT_EVERY_MS = 100

function createObserver(job: number): BuildObserver {
  let reportedAt = 0
  return {
    onProgress(progress) {
      const now = performance.now()
      const isLast = progress.done === progress.total
      if (progress.done > 0 && !isLast && now - reportedAt < REPORT_EVERY_MS) return
      reportedAt = now
      send({ kind: 'progress', job, progress })
    },
    onStored: (hashes) => send({ kind: 'stored', job, hashes }),
  }
}

async function runJob(command: JobCommand, signal: AbortSignal): Promise<BuiltSite> {
  const observer = createObserver(command.job)
  if (command.kind === 'complete') {
    if (!site) throw new Error('there is no site to complete')
    return site.complete(observer, signal)
  }
  const { scope, isBackground, defersFiles } = command
  if (site) {
    const background = isBackground ? { concurrency: BACKGROUND_CONCURRENCY } : {}
    return site.update({ scope, signal, isBackground, ...background }, observer)
  }
  const known = await restoreMedia(dataDir, store)
  const options = { workDir, store, siteUrl, limits, known, defersFiles }
  const created = await createSite(projectDir, options, observer)
  site = created.site
  return created.built
}

/** Generates and stores a deferred file. */
async function make({ request, name }: Extract<BuilderCommand, { kind: 'make' }>): Promise<void> {
  try {
    const cached = await makeDeferred(name.slice(1))
    send({ kind: 'made', request, file: cached ? await store.adopt(cached) : undefined })
  } catch (error) {
    console.warn(`${name} could not be generated: ${String(error)}`)
    send({ kind: 'made', request, file: undefined })
  }
}

async function handleJob(command: JobCommand): Promise<void> {
  const { job } = command
  const wasBuilt = site !== undefined
  const canceller = new AbortController()
  running.set(job, canceller)
  try {
    send({ kind: 'built', job, site: await runJob(command, canceller.signal) })
  } catch (error) {
    if (error === canceller.signal.reason) return send({ kind: 'cancelled', job })
    const needsRestart = !wasBuilt || error instanceof RenderError
    send({ kind: 'failed', job, ...describeFailure(error), needsRestart })
  } finally {
    running.delete(job)
  }
}

process.on('message', (command: BuilderCommand) => {
  if (command.kind === 'make') void make(command)
  else if (command.kind === 'cancel') running.get(command.job)?.abort()
  else void handleJob(command)
})
// Kills the whole process group, because the build has child processes.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
