import type { App } from '../../app.ts'
import type { Ticket } from '../../modules/upload/tickets.ts'

/** The header by which a request shows its ticket to a provider. */
export const TICKET_HEADER = 'upload-ticket'

/** What a storage provider says when a file has arrived: the body of its callback. */
export interface Arrival {
  ticket: string
  key: string
  bytes: number
}

/** What a ticket allows at this moment. */
export interface Grant {
  ticket: Ticket
  /** Whether bytes may come; else all came, and no more are taken. */
  isOpen: boolean
  /** Whether an upload may still begin with it. */
  mayStart: boolean
  /** Epoch ms when an unfinished upload is given up. */
  endsAt: number
}

/** What the embedded provider asks the API; others ask nothing. */
export interface StorageHost {
  app: App
  now(): number
  /** The grant of a ticket; null when it allows nothing. */
  findGrant(ticket: string | undefined): Grant | null
  discard(ticket: Ticket): Promise<void>
  readFreeBytes(): Promise<number>
}

/**
 * Where files of members lie. A provider takes them straight from the browser, which shows it a
 * ticket, and tells the API by `POST /api/upload/{provider}_callback` when one has arrived. Objects
 * have random keys; they are incoming until they were checked, then kept.
 */
export interface Storage {
  /** Its name in the path of the callback. */
  readonly provider: string
  /** Its address for browsers. */
  readonly endpoint: string
  /** Puts an embedded provider into the app; one elsewhere has nothing to put. */
  mount?(host: StorageHost): void
  /** Whether the signature of a callback is the provider's. */
  isOwnCallback(arrival: Arrival, signature: string | undefined): boolean
  /** Bytes of an incoming object that have arrived; null when there is none. */
  measure(key: string): Promise<number | null>
  /** A local file with the bytes of an incoming object, to look into. */
  pull(key: string): Promise<string>
  /** A place for a local file that may take the place of the object. */
  placeFor(key: string): Promise<string>
  /** Keeps an incoming object for good, or what was put in its place; no ticket reaches it then. */
  keep(key: string, replacement: string | null): Promise<void>
  /** Path of a kept object. */
  locate(key: string): string
  /** Deletes an object with all that belongs to it, if there is one. */
  remove(key: string): Promise<void>
  /** Keys of all objects. */
  list(): Promise<string[]>
  /** Free bytes of the disk. */
  readFreeBytes(): Promise<number>
  /** Waits until nothing is under way any more. */
  settle(): Promise<void>
}
