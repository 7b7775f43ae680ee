import type { StoredFile } from '../built-site.ts'

/** What has become of the files of a site since it was told last. */
export interface FileChanges {
  stored: [name: string, file: StoredFile][]
  gone: string[]
}

/** What the thread that finishes files is told. */
export type ShelfOrder =
  /** Files as they were rendered. */
  | { kind: 'put'; files: readonly (readonly [name: string, content: Uint8Array])[] }
  | {
      kind: 'finish'
      /** Files that were there and are no more. */
      removed: readonly string[]
      /** Media files that were made since the last time: address → file in the cache. */
      media: readonly (readonly [string, string])[]
      /** The folder of the bundle, when it has been built. */
      bundle: string | undefined
      /** Whether files that can wait are left for later; made are those that were left, otherwise. */
      defers: boolean
    }
  /** Makes a file that was left for later at once. */
  | { kind: 'make'; request: number; path: string }

/** What it tells. */
export type ShelfMessage =
  /** So many more files have been taken in. */
  | { kind: 'taken'; count: number }
  /** So many pages have been written since `finish`; `hashes` are those of the last ones. */
  | { kind: 'written'; done: number; hashes: string[] }
  | { kind: 'finished'; changes: FileChanges }
  /** So many of the files that were left have been made. */
  | { kind: 'made-of'; done: number; total: number }
  /** The file in the cache; nothing when none of this name was left. */
  | { kind: 'made'; request: number; file: string | undefined }
  | { kind: 'failed'; error: unknown }
