import type { BuildProgress, BuiltSite, Wanted } from '../built-site.ts'

/** What the builder's process is told: to build, or to break off while nothing has changed yet. */
export type BuilderOrder =
  | { kind: 'build'; order: number; wanted: Wanted; inBackground: boolean }
  | { kind: 'leave'; order: number }

/** What it tells. */
export type BuilderMessage =
  | { kind: 'progress'; order: number; progress: BuildProgress }
  | { kind: 'built'; order: number; site: BuiltSite }
  /** It broke off as it was told. */
  | { kind: 'left'; order: number }
  /** `lines` say why; after `lost` the process is of no more use. */
  | { kind: 'failed'; order: number; message: string; lines: string[]; lost: boolean }
