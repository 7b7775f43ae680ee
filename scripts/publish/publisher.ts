import type { Logger } from '../lib/logger.ts'
import type { LiveRelease } from '../serve/live-release.ts'
import type { Manifest } from '../serve/manifest.ts'
import type { Builder, ChangeScope } from './built-site.ts'
import type { SetTimer } from './create-build-queue.ts'
import type { Gate } from './gate/create-gate.ts'
import type { Live } from './open-live.ts'
import type { BuildJob } from './build-job.ts'
import type { Inputs } from './releases.ts'
import type { PublishProgress } from '../lib/build-progress.ts'
import type { BuildRecord, PublishStatus } from './status.ts'
import type { Store } from './store.ts'

export interface PublisherOptions {
  dataDir: string
  store: Store
  /** Serves what is live. */
  target: ReleaseTarget
  builder: Builder
  gate: Gate
  /** Reads the current inputs of the site. @throws when the API cannot be reached */
  readInputs: () => Promise<Inputs>
  /**
   * Called when the first site of a data folder can be served, before it is complete and checked. Without
   * it, only releases are served.
   */
  onProvisional?: () => void
  /** Called with each finished build that changes the site or fails. */
  onBuilt?: (build: BuildRecord) => void
  /** Called with the progress of the start build. */
  onProgress?: (progress: PublishProgress) => void
  logger: Logger
  now?: () => Date
  setTimer?: SetTimer
  /** Debounce before a build starts, in ms. */
  debounceMs?: number
  /** Minimum interval between sweeps, in ms. */
  sweepEveryMs?: number
  /** Whether sweeps repeat without a change, as needed for an API without `next_change_at`. */
  repeatsSweeps?: () => boolean
}

/** The release of a server: it switches to new ones, and pauses compression during urgent builds. */
export interface ReleaseTarget extends Pick<LiveRelease, 'switchTo'> {
  compressor: Pick<LiveRelease['compressor'], 'yieldTo'>
}

export interface Publisher {
  readonly status: PublishStatus
  /** The live release. */
  readonly live: Live | undefined
  /** The incomplete first site of a data folder; undefined once a release is live. */
  readonly provisional: Manifest | undefined
  /**
   * Enqueues a build after a content change. After a rollback, scheduled changes (`clock`) are held until the
   * next edit, because they would undo the rollback.
   */
  notify(scope?: ChangeScope, cause?: 'content' | 'clock'): void
  /** Records in the status why the first build is waiting; undefined when it no longer waits. */
  noteWaiting(reason: string | undefined): void
  /** Schedules a sweep, which finds missed changes. */
  sweep(): void
  /** Builds and publishes; resolves with the record of the build. */
  publish(job: BuildJob): Promise<BuildRecord>
  /** The reason why the live release is outdated; undefined when it is current. */
  findChange(): Promise<string | undefined>
  /**
   * Rolls back to an earlier release and stops a running build; the next edit publishes again.
   * @throws RollbackError when there is no such release
   */
  rollBack(id?: string): Promise<Live>
  /** Resolves when the status is on disk, where other processes read it. */
  settle(): Promise<void>
  close(): Promise<void>
}
