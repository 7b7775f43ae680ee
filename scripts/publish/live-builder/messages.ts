import type { BuildProgress, BuiltSite } from '../built-site.ts'

/** What the builder's process is told. */
export interface BuildOrder {
  order: number
}

/** What it tells. */
export type BuilderMessage =
  | { kind: 'progress'; order: number; progress: BuildProgress }
  | { kind: 'built'; order: number; site: BuiltSite }
  /** `lines` say why; after `lost` the process is of no more use. */
  | { kind: 'failed'; order: number; message: string; lines: string[]; lost: boolean }
