import type { PublishProgress } from '../../lib/build-progress.ts'
import type { BuiltSite, StoredFile, ChangeScope } from '../built-site.ts'

/** Messages to the builder process. */
export type BuilderCommand =
  | {
      kind: 'build'
      job: number
      scope: ChangeScope
      isBackground: boolean
      defersFiles: boolean
    }
  /** Generates all deferred files. */
  | { kind: 'complete'; job: number }
  /** Cancels a build that has not begun to render, or the generation of deferred files. */
  | { kind: 'cancel'; job: number }
  /** Generates one deferred file. */
  | { kind: 'make'; request: number; name: string }

/** A command whose result is a built site. */
export type JobCommand = Extract<BuilderCommand, { kind: 'build' | 'complete' }>

/** Messages from the builder process. */
export type BuilderMessage =
  | { kind: 'progress'; job: number; progress: PublishProgress }
  /** Pages were stored while others are still being finished. */
  | { kind: 'stored'; job: number; hashes: string[] }
  /** The response to `make`; `file` is undefined when no page references it. */
  | { kind: 'made'; request: number; file: StoredFile | undefined }
  | { kind: 'built'; job: number; site: BuiltSite }
  /** The job was cancelled. */
  | { kind: 'cancelled'; job: number }
  /** `lines` describe the cause; `needsRestart`: the state of the process is unusable. */
  | { kind: 'failed'; job: number; message: string; lines: string[]; needsRestart: boolean }
