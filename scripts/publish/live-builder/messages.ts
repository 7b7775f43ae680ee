import type { Headers } from '../../serve/headers.ts'
import type { BuildProgress, BuildTimes, Wanted } from '../built-site.ts'
import type { FileChanges } from './shelf-messages.ts'

/** What a build has changed in the site of the one before; at first, all of it. */
export interface ChangedSite extends FileChanges {
  /** Headers of files that were rendered; null for those that have none. */
  headers: [name: string, headers: Headers | null][]
  times: BuildTimes
}

/** What the builder's process is told: to build, or to break off while nothing has changed yet. */
export type BuilderOrder =
  | { kind: 'build'; order: number; wanted: Wanted; inBackground: boolean }
  | { kind: 'leave'; order: number }

/** What it tells. */
export type BuilderMessage =
  | { kind: 'progress'; order: number; progress: BuildProgress }
  /** Pages that are in the store, while others are still being finished. */
  | { kind: 'stored'; order: number; hashes: string[] }
  | { kind: 'built'; order: number; site: ChangedSite }
  /** It broke off as it was told. */
  | { kind: 'left'; order: number }
  /** `lines` say why; after `lost` the process is of no more use. */
  | { kind: 'failed'; order: number; message: string; lines: string[]; lost: boolean }
