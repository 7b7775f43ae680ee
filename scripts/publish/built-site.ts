import type { ContentFault } from '#content/answers/content-fault.ts'
import type { Headers } from '../serve/headers.ts'

/** A content in the store: it is found by its hash. */
export interface StoredFile {
  /** SHA-256 in hex. */
  hash: string
  /** Bytes. */
  size: number
}

/** What a build took, in ms. A builder that cannot tell two parts apart counts them as the first. */
export interface BuildTimes {
  /** Until the first page could be rendered: starting, bundling, reading content. */
  fetchMs: number
  renderMs: number
  /** Putting contents into the store. */
  storeMs: number
}

/** What of the content is faulty, and which pages could not be made because of it. */
export interface SiteFault extends ContentFault {
  /** Files of the site that this build lacks: `/en/drama/detail/12.html`. */
  pages: readonly string[]
}

/** A whole site as it was built. Its contents are in the store already. */
export interface BuiltSite {
  /** By path below the site, with a leading slash: `/drama/detail/12.html`. */
  files: ReadonlyMap<string, StoredFile>
  /** Headers that the build gives to files, names in lower case, by the same paths. */
  headers: ReadonlyMap<string, Headers>
  times: BuildTimes
  /** What was left out or kept as it was; a builder that makes all or nothing has none. */
  faults?: readonly SiteFault[]
}

export interface BuildProgress {
  /** `media`: the pictures, share cards and rare characters that pages did not wait for. */
  phase: 'fetch' | 'render' | 'store' | 'media'
  /** Pages or files so far. */
  done: number
  /** Out of how many, where that is known. */
  total?: number
}

/** What may have changed: everything, or the items that the API named (`kind`: a folder of the content). */
export type Wanted = 'all' | readonly { kind: string; id: number }[]

export interface BuildWish {
  /** Ends the build, whatever it costs. */
  signal: AbortSignal
  onProgress: (progress: BuildProgress) => void
  /** Told pages as they are put into the store, so that they can be looked at while others are built. */
  onStored?: (hashes: readonly string[]) => void
  /**
   * Told the site as soon as its pages stand, before the pictures that they can wait for are made.
   * Left out, or given to a builder that makes all in one go, nothing is told.
   */
  onStanding?: (site: BuiltSite) => void
  /** What may have changed; a builder that cannot tell builds everything. Left out, it is all. */
  wanted?: Wanted
  /** Whether nobody waits for it: it takes less of the machine. */
  inBackground?: boolean
  /** Breaks the build off while that costs nothing; too late, it does nothing. */
  leave?: AbortSignal
}

export interface Builder {
  /**
   * Builds the site as its content is now. Nothing that is served is touched.
   * @throws BuildError when it does not come to its end
   * @throws BuildLeft when it was broken off in time
   */
  build(options: BuildWish): Promise<BuiltSite>
}

/** A build that was broken off because something else is wanted now. */
export class BuildLeft extends Error {
  override name = 'BuildLeft'

  constructor() {
    super('The build was left for another one.')
  }
}

const SHOWN_LINES = 20

/** A build that did not come to its end; `lines` are the last that it said. */
export class BuildError extends Error {
  override name = 'BuildError'
  readonly lines: readonly string[]

  constructor(message: string, lines: readonly string[] = []) {
    super([message, ...lines.slice(-SHOWN_LINES).map((line) => `  | ${line}`)].join('\n'))
    this.lines = lines
  }
}
