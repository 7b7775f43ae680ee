import type { App } from '../../http.ts'
import type { Ticket } from '../../modules/upload/tickets.ts'
import type { Objects } from './objects.ts'
import type { UploadLocks } from './upload-locks.ts'

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
  /** Expiry of an unfinished upload, epoch ms. */
  endsAt: number
}

/** The interface of the API for the embedded provider. */
export interface StorageHost {
  app: App
  now(): number
  /** The grant of a ticket; null when the ticket is invalid or expired. */
  findGrant(ticket: string | undefined): Promise<Grant | null>
  /** The object key of a ticket; undefined when the ticket is invalid. */
  readKey(ticket: string | undefined): string | undefined
  discard(ticket: Ticket): Promise<void>
  readFreeBytes(): Promise<number>
}

/**
 * Storage of members' uploads. The browser uploads directly to the provider with a ticket; the
 * provider then calls `POST /api/upload/{provider}_callback`. Objects have random keys; they are
 * incoming until they are checked, then kept. Tickets do not grant access to kept objects.
 */
export interface Storage
  extends Omit<Objects, 'getStoreId' | 'openStore'>, Pick<UploadLocks, 'withLock'> {
  /** Name in the path of the callback. */
  readonly provider: string
  /** Upload URL for browsers. */
  readonly endpoint: string
  /** Mounts the routes of an embedded provider; external ones have none. */
  mount?(host: StorageHost): void
  /** Whether the signature of a callback is valid. */
  verifyCallback(callback: UploadCallback, signature: string | undefined): boolean
  /** Waits for pending callbacks. */
  settle(): Promise<void>
}
