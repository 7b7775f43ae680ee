import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { Server, type Upload } from '@tus/server'
import { readStorageFault } from '../../../lib/storage-fault.ts'
import { UPLOAD_INFO } from '../../modules/upload/limits.ts'
import { TICKET_HEADER } from './storage.ts'

const NO_SPACE = { status_code: 503, body: 'no space left\n' }

/** Creates each file once: an existing object is never truncated. */
class CreateOnceFileStore extends FileStore {
  // Termination is handled by `mountTus`; a deferred length would bypass the ticket.
  override extensions = ['creation']

  override async create(upload: Upload): Promise<Upload> {
    try {
      const file = await open(`${this.directory}/${upload.id}`, 'wx', 0o600)
      await file.close()
    } catch (cause) {
      const response = { status_code: 409, body: 'already created\n' }
      throw Object.assign(new Error('already created', { cause }), response)
    }
    return super.create(upload)
  }

  // The package's own method hides why a write failed.
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    try {
      await pipeline(readable, file)
    } catch (cause) {
      const isFull = readStorageFault(cause) === 'full'
      const response = isFull
        ? NO_SPACE
        : { status_code: 500, body: 'the file cannot be written\n' }
      throw Object.assign(new Error(response.body, { cause }), response)
    }
    return offset + file.bytesWritten
  }
}

interface Options {
  directory: string
  /** The object key of a ticket. */
  readKey(ticket: string | undefined): string | undefined
  /** Called when an upload is complete. */
  onUploaded(callback: { ticket: string; key: string; bytes: number }): void
}

/** The tus protocol (tus.io, version 1.0.0) on a folder of files. */
export function createTusServer({ directory, readKey, onUploaded }: Options): Server {
  const ticketOf = ({ headers }: Request) => headers.get(TICKET_HEADER) ?? undefined
  return new Server({
    path: UPLOAD_INFO.endpoint,
    datastore: new CreateOnceFileStore({ directory }),
    relativeLocation: true,
    allowedOrigins: [],
    // The key comes from the ticket, not from the URL, whose query could end in another key.
    getFileIdFromRequest: (request) => readKey(ticketOf(request)),
    namingFunction: (request) => readKey(ticketOf(request)) ?? '',
    // File names are not stored here.
    onUploadCreate: async () => ({ metadata: {} }),
    onUploadFinish: async (request, { id, offset }) => {
      onUploaded({ ticket: ticketOf(request) ?? '', key: id, bytes: offset })
      return {}
    },
  })
}
