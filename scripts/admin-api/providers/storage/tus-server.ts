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

/** Files that are begun once: an object that is there is never emptied again. */
class OnceFileStore extends FileStore {
  // The others are left to us (termination) or lead around the ticket (a length said later).
  override extensions = ['creation']

  override async create(upload: Upload): Promise<Upload> {
    try {
      const file = await open(`${this.directory}/${upload.id}`, 'wx', 0o600)
      await file.close()
    } catch (cause) {
      const answer = { status_code: 409, body: 'begun already\n' }
      throw Object.assign(new Error('begun already', { cause }), answer)
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
      const answer = isFull ? NO_SPACE : { status_code: 500, body: 'the file cannot be written\n' }
      throw Object.assign(new Error(answer.body, { cause }), answer)
    }
    return offset + file.bytesWritten
  }
}

interface Options {
  directory: string
  /** The key that a ticket is for. */
  readKey(ticket: string | undefined): string | undefined
  /** Told when all bytes of an object are there. */
  onArrival(arrival: { ticket: string; key: string; bytes: number }): void
}

/** The tus protocol (tus.io, version 1.0.0) on a folder of files. */
export function createTusServer({ directory, readKey, onArrival }: Options): Server {
  const ticketOf = ({ headers }: Request) => headers.get(TICKET_HEADER) ?? undefined
  return new Server({
    path: UPLOAD_INFO.endpoint,
    datastore: new OnceFileStore({ directory }),
    relativeLocation: true,
    allowedOrigins: [],
    // The ticket names the object, not the address: a query could end in another key.
    getFileIdFromRequest: (request) => readKey(ticketOf(request)),
    namingFunction: (request) => readKey(ticketOf(request)) ?? '',
    // Names of files are the reader's business: nothing of them is kept here.
    onUploadCreate: async () => ({ metadata: {} }),
    onUploadFinish: async (request, { id, offset }) => {
      onArrival({ ticket: ticketOf(request) ?? '', key: id, bytes: offset })
      return {}
    },
  })
}
