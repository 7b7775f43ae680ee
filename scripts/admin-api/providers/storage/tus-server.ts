import { Server } from '@tus/server'
import { UPLOAD_INFO } from '../../modules/upload/limits.ts'
import { TICKET_HEADER } from '../../modules/upload/tickets.ts'
import type { Storage, UploadCallback } from './storage.ts'

interface Options {
  storage: Storage
  /** The object key of a ticket. */
  readKey(ticket: string | undefined): string | undefined
  /** Called when an upload is complete. */
  onUploaded(callback: UploadCallback): void
}

/** The tus protocol (tus.io, version 1.0.0) for incoming objects. */
export async function createTusServer(options: Options): Promise<Server> {
  const { storage, readKey, onUploaded } = options
  const { locker } = storage.locks
  const readTicket = ({ headers }: Request) => headers.get(TICKET_HEADER) ?? undefined
  // The key is read from the ticket, since the query of the URL could end in another key.
  const readRequestKey = (request: Request) => readKey(readTicket(request))
  const readStoreId = (request: Request) => {
    const key = readRequestKey(request)
    return key === undefined ? undefined : storage.getStoreId(key)
  }
  return new Server({
    path: UPLOAD_INFO.endpoint,
    datastore: await storage.openStore(),
    // Prevents concurrent writes to an object.
    ...(locker && { locker }),
    generateUrl: (request, { path }) => `${path}/${readRequestKey(request) ?? ''}`,
    allowedOrigins: [],
    getFileIdFromRequest: readStoreId,
    namingFunction: (request) => readStoreId(request) ?? '',
    // File names are not stored here.
    onUploadCreate: async () => ({ metadata: {} }),
    onUploadFinish: async (request, { offset }) => {
      onUploaded({
        ticket: readTicket(request) ?? '',
        key: readRequestKey(request) ?? '',
        bytes: offset,
      })
      return {}
    },
    // The text of an unexpected error is for the log of the API only, not for the client.
    onResponseError: (_request, error) => {
      if (!('status_code' in error)) throw error
      return undefined
    },
  })
}
