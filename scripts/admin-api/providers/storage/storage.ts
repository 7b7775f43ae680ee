import type { App } from '../../http.ts'
import type { Ticket } from '../../modules/upload/tickets.ts'

/** The request header that contains the upload ticket. */
export const TICKET_HEADER = 'upload-ticket'

/** The body of a storage provider's callback after a completed upload. */
export interface UploadCallback {
  ticket: string
  key: string
  bytes: number
}

/** The current permissions of a ticket. */
export interface Grant {
  ticket: Ticket
  /** Whether the upload accepts bytes; false when it is complete. */
  isOpen: boolean
  /** Whether an upload may still be started. */
  mayStart: boolean
  /** Epoch ms when an unfinished upload expires. */
  endsAt: number
}

/** The API as seen by the embedded provider. */
export interface StorageHost {
  app: App
  now(): number
  /** The grant of a ticket; null when the ticket is invalid or expired. */
  findGrant(ticket: string | undefined): Grant | null
  discard(ticket: Ticket): Promise<void>
  readFreeBytes(): Promise<number>
}

/**
 * Storage of members' uploads. The browser uploads directly to the provider with a ticket; the
 * provider then calls `POST /api/upload/{provider}_callback`. Objects have random keys and are
 * incoming until they were checked, then kept.
 */
export interface Storage {
  /** Name in the path of the callback. */
  readonly provider: string
  /** Upload URL for browsers. */
  readonly endpoint: string
  /** Mounts the routes of an embedded provider; external ones have none. */
  mount?(host: StorageHost): void
  /** Whether the signature of a callback is valid. */
  verifyCallback(callback: UploadCallback, signature: string | undefined): boolean
  /** Received bytes of an incoming object; null when it does not exist. */
  measure(key: string): Promise<number | null>
  /** A local file with the content of an incoming object, for checks. */
  pull(key: string): Promise<string>
  /** Path for a local file that may replace the object. */
  getReplacementFile(key: string): Promise<string>
  /** Moves an incoming object, or its replacement, to the kept objects; tickets no longer apply. */
  keep(key: string, replacement: string | null): Promise<void>
  /** Path of a kept object. */
  locate(key: string): string
  /** Deletes an object with its metadata, if it exists. */
  remove(key: string): Promise<void>
  /** Keys of all objects. */
  list(): Promise<string[]>
  /** Free bytes of the disk. */
  readFreeBytes(): Promise<number>
  /** Waits for pending callbacks. */
  settle(): Promise<void>
}
