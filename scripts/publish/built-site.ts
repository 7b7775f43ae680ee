import type { ContentFault } from '#content/query-cache/content-fault.ts'
import type { PublishProgress } from '../lib/build-progress.ts'
import type { HeaderRecord } from '../serve/headers.ts'
import type { PublishTimes } from './status.ts'

/** A file in the content-addressed store. */
export interface StoredFile {
  /** SHA-256 in hex. */
  hash: string
  /** Bytes. */
  size: number
}

/** Faulty content, and the pages that could not be rendered because of it. */
export interface SiteFault extends ContentFault {
  /** Files that are missing from this build: `/en/drama/detail/12.html`. */
  pages: readonly string[]
}

/** A built site, with its files in the store. */
export interface BuiltSite {
  /** By path, with a leading slash: `/drama/detail/12.html`. */
  files: ReadonlyMap<string, StoredFile>
  /** Response headers by path; header names in lower case. */
  headers: ReadonlyMap<string, HeaderRecord>
  /** Durations of the steps; a builder that cannot separate two steps counts both in the first. */
  times: Pick<PublishTimes, 'fetchMs' | 'renderMs' | 'storeMs'>
  /** Number of images, share cards and fonts that `Builder.complete` has yet to generate; 0 if complete. */
  deferredFiles: number
  /** Faulty items, which were skipped or kept in their live version. Undefined if any fault fails the build. */
  faults?: readonly SiteFault[]
}

/** The files of a site and their headers. */
export type SiteFiles = Pick<BuiltSite, 'files' | 'headers'>

/** What may have changed: everything, or the items that the webhook names (`kind`: a content folder). */
export type ChangeScope = 'all' | readonly { kind: string; id: number }[]

export interface BuildRequest {
  /** Aborts the build by killing its process. */
  signal: AbortSignal
  onProgress: (progress: PublishProgress) => void
  /** Called when pages are stored, so that the gate can scan them while others are rendered. */
  onStored?: (hashes: readonly string[]) => void
  /** Whether the first build of a process may defer images, share cards and fonts to `Builder.complete`. */
  defersFiles?: boolean
  /** What may have changed; defaults to everything. Some builders ignore it. */
  scope?: ChangeScope
  /** Whether the build is not urgent, so that it sends fewer concurrent requests. */
  isBackground?: boolean
  /** Cancels the build while it is still fetching; has no effect once rendering has begun. */
  cancelSignal?: AbortSignal
}

export interface Builder {
  /**
   * Builds the site from the current content, without changing the live release.
   * @throws BuildError when the build fails
   * @throws BuildCancelled when the build was cancelled in time
   */
  build(options: BuildRequest): Promise<BuiltSite>
  /**
   * Generates the deferred files of the last built site; resumes after a cancelled call.
   * @throws BuildError when a file cannot be generated
   * @throws BuildCancelled when `cancelSignal` was aborted in time
   */
  complete?(
    options: Pick<BuildRequest, 'signal' | 'onProgress' | 'cancelSignal'>,
  ): Promise<BuiltSite>
  /** Builds the whole site in advance, so that the next change only renders what differs. */
  prepare?(): Promise<void>
  /**
   * Generates a deferred file on demand.
   * @returns undefined when there is no such file
   */
  make?(name: string): Promise<StoredFile | undefined>
  close?(): Promise<void>
}

/** Thrown by background work that was cancelled in favour of an urgent build. */
export class BuildCancelled extends Error {
  override name = 'BuildCancelled'

  constructor() {
    super('The build was cancelled in favour of another one.')
  }
}

const SHOWN_LINES = 20

/** A failed build; `lines` are the last lines of its output. */
export class BuildError extends Error {
  override name = 'BuildError'
  readonly lines: readonly string[]

  constructor(message: string, lines: readonly string[] = []) {
    super([message, ...lines.slice(-SHOWN_LINES).map((line) => `  | ${line}`)].join('\n'))
    this.lines = lines
  }
}
