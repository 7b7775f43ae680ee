import type { BuildProgress, BuiltSite, StoredFile, ChangeScope } from '../built-site.ts'

/** Messages to the builder process. */
export type BuilderCommand =
  | {
      kind: 'build'
      job: number
      scope: ChangeScope
      isBackground: boolean
      reportsProvisional: boolean
    }
  /** Cancels a build that has not begun to render. */
  | { kind: 'cancel'; job: number }
  /** Generates a deferred file. */
  | { kind: 'make'; request: number; name: string }

/** Messages from the builder process. */
export type BuilderMessage =
  | { kind: 'progress'; job: number; progress: BuildProgress }
  /** Pages were stored while others are still being finished. */
  | { kind: 'stored'; job: number; hashes: string[] }
  /** All pages are rendered; deferred images and share cards follow. */
  | { kind: 'provisional'; job: number; site: BuiltSite }
  /** The response to `make`; undefined when no page references the file. */
  | { kind: 'made'; request: number; file: StoredFile | undefined }
  | { kind: 'built'; job: number; site: BuiltSite }
  /** The build was cancelled. */
  | { kind: 'cancelled'; job: number }
  /** `lines` state the cause; when `lost`, the process must be restarted. */
  | { kind: 'failed'; job: number; message: string; lines: string[]; lost: boolean }
