import type { DataStore } from '@tus/server'

/** A kept object, as responses need it. */
type KeptObject =
  | { kind: 'file'; path: string }
  | {
      kind: 'remote'
      /** @returns the whole content; null when the object is gone */
      read(): Promise<ReadableStream | null>
      /** A link of a few minutes that downloads the object under a name. */
      createLink(file: { mime: string; disposition: string }): Promise<string>
    }

/** Where uploads are: incoming until they were checked, then kept. Keys are random. */
export interface Objects {
  /** The id of an incoming object in `openStore`. */
  getStoreId(key: string): string
  /** The store that the tus server writes incoming objects to. */
  openStore(): Promise<DataStore>
  /** Received bytes of an incoming object; null when it does not exist. */
  measure(key: string): Promise<number | null>
  /** A local file with the content of an incoming object, for checks. */
  pull(key: string): Promise<string>
  /** Path for a local file that may replace the object. */
  getReplacementFile(key: string): Promise<string>
  /** Moves an incoming object, or its replacement, to the kept objects. */
  keep(key: string, replacement: string | null): Promise<void>
  open(key: string): KeptObject
  /** Where a kept object lies, for staff: a path or an address. */
  locate(key: string): string
  /** Deletes an object with its metadata, if it exists. */
  remove(key: string): Promise<void>
  /** Keys of all objects. */
  list(): Promise<string[]>
  /** Free bytes of the disk that uploads need while they arrive or are checked. */
  readFreeBytes(): Promise<number>
}
