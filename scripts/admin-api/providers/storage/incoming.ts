import type { DataStore } from '@tus/server'

/** Files that are arriving, or wait for their check. Keys are random. */
export interface IncomingFiles {
  /** The id of a file in `openStore`. */
  getStoreId(key: string): string
  /** The store that the tus server writes to. */
  openStore(): Promise<DataStore>
  /** Received bytes; null when there is no such file. */
  measure(key: string): Promise<number | null>
  /** A local file with what has arrived, for checks. */
  pull(key: string): Promise<string>
  /** Path for a local file that may replace the one that was checked. */
  getReplacementFile(key: string): string
  /** Deletes what has arrived, with what is noted of it. */
  remove(key: string): Promise<void>
}

/** Name of an incoming file in the files of an installation. */
export const nameIncoming = (key: string): string => `uploads/incoming/${key}`
