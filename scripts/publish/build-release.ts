import { clearContentReplaced, readContentReplaced } from '../lib/replaced-content.ts'
import type { BuildJob } from './build-job.ts'
import type { BuiltSite, Site } from './built-site.ts'
import { countPages } from './gate/check-site.ts'
import { correctSite, countComparable } from './gate/correct-site.ts'
import { describeRefusal } from './gate/describe-fault.ts'
import { keepFaultyPages } from './gate/keep-faulty-pages.ts'
import type { LiveSite } from './live-site.ts'
import { describeSite } from './open-live.ts'
import type { PublisherOptions } from './publisher-options.ts'
import { findReleaseName } from './releases.ts'
import type { PublishProgress } from '../lib/build-progress.ts'
import type { BuildResult, PublishTimes } from './status.ts'

/** Whether two sites have the same files with the same headers. */
function isSameSite(a: Site, b: Site): boolean {
  if (a.files.size !== b.files.size) return false
  return [...a.files].every(([name, { hash }]) => {
    const headersA = a.headers.get(name)
    const headersB = b.headers.get(name)
    return (
      b.files.get(name)?.hash === hash &&
      (headersA === headersB || JSON.stringify(headersA) === JSON.stringify(headersB))
    )
  })
}

/** Runs a step of a build and records its duration. */
async function measure<T>(
  times: Partial<PublishTimes>,
  name: keyof PublishTimes,
  step: () => Promise<T>,
): Promise<T> {
  const from = performance.now()
  const result = await step()
  times[name] = performance.now() - from
  return result
}

interface BuildRun {
  startedAt: Date
  /** Receives the durations of the steps. */
  times: Partial<PublishTimes>
  /** Aborted when the publisher closes or rolls back. */
  signal: AbortSignal
  /** Aborted when a more urgent build waits: stops sweeps and the generation of deferred files. */
  cancelSignal: AbortSignal
  onProgress: (progress: PublishProgress) => void
}

/** Creates the steps of a build: read inputs, render, keep faulty pages, check, switch. */
export function createReleaseBuilder(options: PublisherOptions, site: LiveSite) {
  const { dataDir, store, builder, gate } = options
  /** The build output of the live release before faulty pages were corrected, and these corrections. */
  let source: { site: Site; corrections: string[] } | undefined
  let isFaulty = false

  async function render({ cause, scope = 'all' }: BuildJob, run: BuildRun): Promise<BuiltSite> {
    const { signal, onProgress, cancelSignal } = run
    const isBackground = cause === 'sweep'
    const built = await builder.build({
      signal,
      onProgress,
      onStored: (hashes) =>
        gate.readAhead(hashes.map((hash) => ({ hash, file: store.getFile(hash) }))),
      scope,
      defersFiles: site.current === undefined,
      isBackground,
      ...(isBackground && { cancelSignal }),
    })
    isFaulty = (built.faults ?? []).length > 0
    const complete = await completeSite(built, run)
    Object.assign(run.times, complete.times)
    return complete
  }

  /** Generates the deferred images, share cards and fonts; a first site is already served meanwhile. */
  async function completeSite(
    built: BuiltSite,
    { signal, onProgress, cancelSignal }: BuildRun,
  ): Promise<BuiltSite> {
    if (built.deferredFiles === 0 || !builder.complete) return built
    if (options.onProvisional && !site.current) {
      await site.showProvisional(built)
      options.onProvisional()
    }
    return builder.complete({ signal, onProgress, cancelSignal })
  }

  return {
    /** Whether the last build had faulty items. */
    get isFaulty(): boolean {
      return isFaulty
    },
    /** Discards the last build output, which is not the source of the live release after a rollback. */
    resetSource(): void {
      source = undefined
    },
    /**
     * Builds the site and makes it live, unless it equals the live release or the gate refuses it.
     * @throws BuildCancelled when the signal was aborted before the build was complete
     */
    async run(job: BuildJob, run: BuildRun): Promise<BuildResult> {
      const { forced } = job
      const { startedAt, times } = run
      const replaced = readContentReplaced(dataDir)
      const inputs = await options.readInputs()
      const live = site.current

      /** Keeps the live release, which equals the output, and records the inputs in it. */
      async function stayLive(warnings: string[]): Promise<BuildResult> {
        const createdAt = startedAt.toISOString()
        if (job.cause !== 'sweep') await site.refresh({ ...inputs, createdAt })
        clearContentReplaced(dataDir, replaced)
        return { kind: 'unchanged', warnings }
      }

      const built = await render(job, run)
      const { warnings, kept, ...rendered } = await keepFaultyPages(built, live?.release, store)
      const known = forced ? undefined : source
      const expected = known?.site ?? live?.release
      if (expected && isSameSite(rendered, expected)) {
        return stayLive([...warnings, ...(known?.corrections ?? [])])
      }

      run.onProgress({ phase: 'gate', done: 0 })
      const pagesBefore =
        replaced === undefined ? countComparable(live?.release, inputs) : undefined
      const { corrections, ...fitting } = await measure(times, 'gateMs', () =>
        correctSite(rendered, {
          check: (candidate) =>
            gate.check(describeSite(candidate, store, live?.manifest), pagesBefore),
          live: live?.release,
          store,
          kept,
        }),
      )
      const refusals = [...rendered.refusals, ...fitting.refusals]
      if (refusals.length > 0 && !forced) {
        return { kind: 'refused', reasons: describeRefusal(refusals) }
      }
      const exceptions = forced ? [] : corrections
      if (run.signal.aborted) return { kind: 'stopped', reason: 'The build was stopped.' }
      const { files, headers } = forced ? rendered : fitting
      if (live && isSameSite({ files, headers }, live.release)) {
        source = { site: rendered, corrections: exceptions }
        return stayLive([...warnings, ...exceptions])
      }

      run.onProgress({ phase: 'switch', done: 0 })
      const id = await findReleaseName(dataDir, startedAt)
      const release = { id, createdAt: startedAt.toISOString(), ...inputs, files, headers }
      const manifest = describeSite(release, store, live?.manifest)
      await measure(times, 'switchMs', () => site.goLive(release, manifest))
      source = { site: rendered, corrections: exceptions }
      clearContentReplaced(dataDir, replaced)
      const pages = countPages(files.keys())
      return { kind: 'published', id, pages, warnings: [...warnings, ...exceptions] }
    },
  }
}

export type ReleaseBuilder = ReturnType<typeof createReleaseBuilder>
