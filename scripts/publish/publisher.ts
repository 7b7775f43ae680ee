import type { Logger } from '../lib/logger.ts'
import type { LiveRelease } from '../serve/live-release.ts'
import type { Builder, BuiltSite, Wanted } from './built-site.ts'
import type { SetTimer } from './create-build-queue.ts'
import type { Gate } from './gate/create-gate.ts'
import type { Live } from './open-live.ts'
import type { Order } from './orders.ts'
import type { Inputs } from './releases.ts'
import type { BuildRecord, PublishProgress, PublishStatus } from './status.ts'
import type { Store } from './store.ts'

export interface PublisherOptions {
  dataDir: string
  store: Store
  builder: Builder
  gate: Gate
  /** What the site would be made of now. @throws when the API cannot be asked */
  readInputs: () => Promise<Inputs>
  /** Told the first site of a data folder once its pages stand, before it is complete and checked. */
  onStanding?: (site: BuiltSite) => void
  /** Told how far the build of a start is. */
  onProgress?: (progress: PublishProgress) => void
  logger: Logger
  now?: () => Date
  setTimer?: SetTimer
  /** How long to wait for more changes before a build starts, in ms. */
  debounceMs?: number
  /** How long from asking everything again to doing so once more, in ms. */
  sweepEveryMs?: number
  /** Whether sweeps go on without any change: time changes answers of an API that does not say when. */
  repeatsSweeps?: () => boolean
}

/** What serves: it is told what goes live, and to let a build go first. */
export type Target = Pick<LiveRelease, 'switchTo' | 'compressor'>

export interface Publisher {
  readonly status: PublishStatus
  /** The release that is live, ready to be served. */
  readonly live: Live | undefined
  /** Serves what goes live from now on. */
  attach(target: Target): void
  /** Content has changed: a build begins soon, or one more after the one under way. */
  notify(wanted?: Wanted): void
  /** Asks everything again when there is time: a change may have been missed. */
  sweep(): void
  /** Builds and publishes, and tells how that ended. */
  publish(order: Order): Promise<BuildRecord>
  /** Why the live release is not what the site would be now; nothing when it is. */
  findChange(): Promise<string | undefined>
  /**
   * Goes back to an earlier release; what is being built is dropped, and the next change publishes
   * again. @throws RollbackError when there is no such release
   */
  rollBack(id?: string): Promise<Live>
  /** Resolves when the status is on the disk, where other processes read it. */
  settle(): Promise<void>
  close(): Promise<void>
}
