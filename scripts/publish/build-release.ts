import { clearContentReplaced, readContentReplaced } from '../lib/replaced-content.ts'
import type { BuildJob } from './build-job.ts'
import type { BuiltSite, SiteFiles } from './built-site.ts'
import { countPages } from './gate/check-site.ts'
import { correctSite, countComparable } from './gate/correct-site.ts'
import { describeRefusal } from './gate/describe-fault.ts'
import { keepFaultyPages, type KeptSite } from './gate/keep-faulty-pages.ts'
import type { LiveSite } from './live-site.ts'
import { createSiteManifest } from './open-live.ts'
import type { PublisherOptions } from './publisher-options.ts'
import { findReleaseName } from './releases.ts'
import type { PublishProgress } from '../lib/build-progress.ts'
import type { BuildResult, PublishTimes } from './status.ts'

/** Whether two sites have the same files with the same headers. */
function isSameSite(a: SiteFiles, b: SiteFiles): boolean {
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
  let source: { site: SiteFiles; corrections: string[] } | undefined
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

  /** Checks a site and corrects its faulty pages. @param pagesBefore page count of the live release */
  async function passGate(
    { kept, refusals, ...rendered }: Omit<KeptSite, 'warnings'>,
    pagesBefore: number | undefined,
    { times, onProgress }: BuildRun,
  ) {
    const { release: live, manifest } = site.current ?? {}
    // The same output would be corrected in the same way.
    if (live && isSameSite(rendered, source?.site ?? live)) {
      return { ...live, refusals: [], corrections: source?.corrections ?? [] }
    }
    const check = (candidate: SiteFiles) =>
      gate.check(createSiteManifest(candidate, store, manifest), pagesBefore)
    onProgress({ phase: 'gate', done: 0 })
    const corrected = await measure(times, 'gateMs', () =>
      correctSite(rendered, { check, live, store, kept }),
    )
    return { ...corrected, refusals: [...refusals, ...corrected.refusals] }
  }

  async function publish(job: BuildJob, run: BuildRun, isReplaced: boolean): Promise<BuildResult> {
    const inputs = await options.readInputs()
    const live = site.current?.release
    const createdAt = run.startedAt.toISOString()
    const built = await render(job, run)
    const { warnings, ...rendered } = await keepFaultyPages(built, live, store)
    const { refusals, corrections, files, headers } = job.forced
      ? { ...rendered, refusals: [], corrections: [] }
      : await passGate(rendered, isReplaced ? undefined : countComparable(live, inputs), run)
    if (refusals.length > 0) return { kind: 'refused', reasons: describeRefusal(refusals) }
    if (run.signal.aborted) return { kind: 'stopped', reason: 'The build was stopped.' }
    warnings.push(...corrections)
    if (live && isSameSite({ files, headers }, live)) {
      // The live release is current for these inputs, too.
      if (job.cause !== 'sweep') await site.refresh({ ...inputs, createdAt })
      source = { site: rendered, corrections }
      return { kind: 'unchanged', warnings }
    }

    run.onProgress({ phase: 'switch', done: 0 })
    const id = await findReleaseName(dataDir, run.startedAt)
    const release = { id, createdAt, ...inputs, files, headers }
    await measure(run.times, 'switchMs', () => site.goLive(release))
    source = { site: rendered, corrections }
    return { kind: 'published', id, pages: countPages(files.keys()), warnings }
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
      const replaced = readContentReplaced(dataDir)
      const result = await publish(job, run, replaced !== undefined)
      const isLive = result.kind === 'published' || result.kind === 'unchanged'
      if (isLive) clearContentReplaced(dataDir, replaced)
      return result
    },
  }
}

export type ReleaseBuilder = ReturnType<typeof createReleaseBuilder>
