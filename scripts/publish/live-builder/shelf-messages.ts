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
    }

/** What it tells. */
export type ShelfMessage =
  /** So many more files have been taken in. */
  | { kind: 'taken'; count: number }
  /** So many pages have been written since `finish`; `hashes` are those of the last ones. */
  | { kind: 'written'; done: number; hashes: string[] }
  | { kind: 'finished'; changes: FileChanges }
  | { kind: 'failed'; error: unknown }
