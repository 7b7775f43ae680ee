import { createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, FileKvStore, Upload } from '@tus/server'
import { nullIfMissing } from '../../../lib/is-missing-file.ts'
import { readStorageFault } from '../../../lib/storage-fault.ts'

/** Responses of the tus server to faults of the file system. */
const RESPONSES = {
  exists: { status_code: 409, body: 'already created\n' },
  full: { status_code: 503, body: 'no space left\n' },
  other: { status_code: 500, body: 'the file cannot be written\n' },
}

function createFault(cause: unknown): Error {
  const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
  const isFull = readStorageFault(cause) === 'full'
  const response = RESPONSES[exists ? 'exists' : isFull ? 'full' : 'other']
  return Object.assign(new Error(response.body, { cause }), response)
}

/**
 * Incoming files of the tus server in a folder that exists. Unlike the store of `@tus/file-store`, it creates each
 * file only once, so that an existing object is never truncated, and reports the cause of a failed write.
 */
export class FolderDataStore extends DataStore {
  // Termination is handled by `mountTus`; a deferred length would bypass the ticket.
  override extensions = ['creation']
  readonly #directory: string
  /** Descriptions of the uploads, beside their files. */
  readonly #uploads: FileKvStore<Pick<Upload, 'size'>>

  constructor(directory: string) {
    super()
    this.#directory = directory
    this.#uploads = new FileKvStore(directory)
  }

  override async create(upload: Upload): Promise<Upload> {
    const path = join(this.#directory, upload.id)
    try {
      const file = await open(path, 'wx', 0o600)
      await file.close()
    } catch (cause) {
      throw createFault(cause)
    }
    try {
      await this.#uploads.set(upload.id, upload)
    } catch (cause) {
      // Without the description of the upload, the file would count as created, but accept no bytes.
      await rm(path)
      throw createFault(cause)
    }
    return upload
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.#directory, id), { flags: 'r+', start: offset })
    try {
      await pipeline(readable, file)
    } catch (cause) {
      throw createFault(cause)
    }
    return offset + file.bytesWritten
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#uploads.get(id)
    const file = await nullIfMissing(stat(join(this.#directory, id)))
    if (!upload || !file) throw ERRORS.FILE_NOT_FOUND
    return Object.assign(new Upload({ id, offset: file.size }), { size: upload.size })
  }
}
