import type { Logger } from '../lib/logger.ts'
import type { LiveRelease } from '../serve/live-release.ts'
import type { Builder } from './built-site.ts'
import type { SetTimer } from './create-build-queue.ts'
import type { Gate } from './gate/create-gate.ts'
import type { Inputs } from './releases.ts'
import type { PublishProgress } from '../lib/build-progress.ts'
import type { BuildRecord } from './status.ts'
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
  /** Prints each finished build that changes the site or fails, so that it is not logged as well. */
  onBuilt?: (build: BuildRecord) => void
  /** Called with the progress of the start build. */
  onProgress?: (progress: PublishProgress) => void
  logger: Logger
  now?: () => Date
  setTimer?: SetTimer
  /** Debounce before a build starts, in ms. */
  debounceMs?: number
  /** Minimum interval between sweeps, in ms. */
  sweepEveryMs: number
  /** Whether sweeps repeat without a change, as needed for an API without `next_change_at`. */
  repeatsSweeps?: () => boolean
}

/** The release of a server: it switches to new ones, and pauses compression during urgent builds. */
export interface ReleaseTarget extends Pick<LiveRelease, 'switchTo'> {
  compressor: Pick<LiveRelease['compressor'], 'yieldTo'>
}
