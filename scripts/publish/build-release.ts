import { clearContentReplaced, readContentReplaced } from '../lib/replaced-content.ts'
import type { BuildJob } from './build-job.ts'
import type { BuiltSite } from './built-site.ts'
import { countPages } from './gate/check-site.ts'
import { correctSite, countComparable } from './gate/correct-site.ts'
import { describeRefusal } from './gate/describe-fault.ts'
import { keepFaultyPages } from './gate/keep-faulty-pages.ts'
import { isSameSite } from './is-same-site.ts'
import type { LiveSite } from './live-site.ts'
import { describeSite } from './open-live.ts'
import type { PublisherOptions } from './publisher.ts'
import { findReleaseName, type Inputs } from './releases.ts'
import type { PublishProgress } from '../lib/build-progress.ts'
import type { BuildResult } from './status.ts'
import type { Stopwatch } from './stopwatch.ts'

type Site = Pick<BuiltSite, 'files' | 'headers'>

interface BuildRun {
  startedAt: Date
  stopwatch: Stopwatch
  /** Aborted when the publisher closes or rolls back. */
  signal: AbortSignal
  /** Aborted when a more urgent build waits: stops sweeps and the making of deferred files. */
  cancelSignal: AbortSignal
  onProgress: (progress: PublishProgress) => void
}

export interface ReleaseBuilder {
  /** Whether the last build had faulty items. */
  readonly isFaulty: boolean
  /**
   * Builds the site and puts it live, unless it is the same as the live one or the gate refuses it.
   * @throws BuildCancelled when the signal was aborted before the build was complete
   */
  run(job: BuildJob, run: BuildRun): Promise<BuildResult>
  /** Forgets the last build output, which after a rollback is not the source of the live release. */
  forgetSource(): void
}

/** Creates the steps of a build: read inputs, render, keep faulty pages, check, switch. */
export function createReleaseBuilder(options: PublisherOptions, site: LiveSite): ReleaseBuilder {
  const { dataDir, store, builder, gate } = options
  /** The build output of the live release, before faulty pages were corrected. */
  let source: Site | undefined
  /** The corrections that were made to `source`. */
  let corrected: string[] = []
  let isFaulty = false

  async function render({ cause, scope = 'all' }: BuildJob, run: BuildRun): Promise<BuiltSite> {
    const { signal, onProgress, cancelSignal } = run
    const isBackground = cause === 'sweep'
    const built = await builder.build({
      signal,
      onProgress,
      onStored: (hashes) =>
        gate.readAhead(hashes.map((hash) => ({ hash, file: store.fileOf(hash) }))),
      scope,
      defersFiles: site.current === undefined,
      isBackground,
      ...(isBackground && { cancelSignal }),
    })
    isFaulty = (built.faults ?? []).length > 0
    const complete = await completeSite(built, run)
    Object.assign(run.stopwatch.times, complete.times)
    return complete
  }

  /** Shows a first site while its images, share cards and fonts are made. */
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
    get isFaulty() {
      return isFaulty
    },
    forgetSource() {
      source = undefined
    },
    async run(job, run) {
      const { forced } = job
      const { startedAt, stopwatch } = run
      const replaced = readContentReplaced(dataDir)
      const inputs = await options.readInputs()
      const live = site.current

      /** The output equals the live release, which now also counts as the release of these inputs. */
      async function stayLive(warnings: string[]): Promise<BuildResult> {
        const made: Inputs & { createdAt: string } = {
          ...inputs,
          createdAt: startedAt.toISOString(),
        }
        if (job.cause !== 'sweep') await site.refresh(made)
        clearContentReplaced(dataDir, replaced)
        return { kind: 'unchanged', warnings }
      }

      const built = await render(job, run)
      const { warnings, kept, ...rendered } = await keepFaultyPages(built, live?.release, store)
      const expected = forced ? live?.release : (source ?? live?.release)
      if (expected && isSameSite(rendered, expected)) {
        return stayLive([...warnings, ...(forced ? [] : corrected)])
      }

      run.onProgress({ phase: 'gate', done: 0 })
      const pagesBefore =
        replaced === undefined ? countComparable(live?.release, inputs) : undefined
      const { corrections, ...fitting } = await stopwatch.measure('gateMs', () =>
        correctSite(rendered, {
          check: (one) => gate.check(describeSite(one, store, live?.manifest), pagesBefore),
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
        source = rendered
        corrected = exceptions
        return stayLive([...warnings, ...exceptions])
      }

      run.onProgress({ phase: 'switch', done: 0 })
      const id = await findReleaseName(dataDir, startedAt)
      const release = { id, createdAt: startedAt.toISOString(), ...inputs, files, headers }
      const manifest = describeSite(release, store, live?.manifest)
      await stopwatch.measure('switchMs', () => site.goLive(release, manifest))
      source = rendered
      corrected = exceptions
      clearContentReplaced(dataDir, replaced)
      const pages = countPages(files.keys())
      return { kind: 'published', id, pages, warnings: [...warnings, ...exceptions] }
    },
  }
}
