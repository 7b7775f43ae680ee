import type { Headers } from '../../serve/headers.ts'
import type { BuildProgress, BuildTimes, SiteFault, StoredFile, Wanted } from '../built-site.ts'
import type { FileChanges } from './shelf-messages.ts'

/** What a build has changed in the site of the one before; at first, all of it. */
export interface ChangedSite extends FileChanges {
  /** Headers of files that were rendered; null for those that have none. */
  headers: [name: string, headers: Headers | null][]
  times: BuildTimes
  faults: readonly SiteFault[]
}

/** What the builder's process is told: to build, or to break off while nothing has changed yet. */
export type BuilderOrder =
  | { kind: 'build'; order: number; wanted: Wanted; inBackground: boolean; stands: boolean }
  | { kind: 'leave'; order: number }
  /** To make a file of the site that pages did not wait for. */
  | { kind: 'make'; request: number; name: string }

/** What it tells. */
export type BuilderMessage =
  | { kind: 'progress'; order: number; progress: BuildProgress }
  /** Pages that are in the store, while others are still being finished. */
  | { kind: 'stored'; order: number; hashes: string[] }
  /** The pages stand; what they need not wait for follows. */
  | { kind: 'standing'; order: number; site: ChangedSite }
  /** Nothing when there is no such file to be made. */
  | { kind: 'made'; request: number; file: StoredFile | undefined }
  | { kind: 'built'; order: number; site: ChangedSite }
  /** It broke off as it was told. */
  | { kind: 'left'; order: number }
  /** `lines` say why; after `lost` the process is of no more use. */
  | { kind: 'failed'; order: number; message: string; lines: string[]; lost: boolean }
