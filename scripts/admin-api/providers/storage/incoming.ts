import type { DataStore } from '@tus/server'

/** Storage of uploads that are in progress or not checked yet. Keys are random. */
export interface IncomingFiles {
  /** The id of a file in `openStore`. */
  getStoreId(key: string): string
  /** The store that the tus server writes to. */
  openStore(): Promise<DataStore>
  /** Received bytes; null when the file does not exist. */
  measure(key: string): Promise<number | null>
  /** Makes the file available locally for checks. @returns its path */
  pull(key: string): Promise<string>
  /** Local path where a check may write a replacement of the file. */
  getReplacementFile(key: string): string
  /** Deletes the file with its metadata. */
  remove(key: string): Promise<void>
}

/** Name of an incoming upload in the file store. */
export const nameIncoming = (key: string): string => `uploads/incoming/${key}`
