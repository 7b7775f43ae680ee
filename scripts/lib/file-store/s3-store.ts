import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  GetObjectCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  S3,
  S3ServiceException,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describeError } from '../describe-error.ts'
import { nullIfMissing } from '../is-missing-file.ts'
import { observeStoreRequest } from '../metrics.ts'
import type { ContentRequest, FileStore, ListedFile, RemoteContent } from './file-store.ts'
import { describeS3Client, type S3Address } from './storage-address.ts'

/** Lifetime of a download link: long enough to start a download, too short to be shared. */
const LINK_SECONDS = 300
const NO_CONTENT = 'the store sent no content'
/** Maximum number of objects per request (S3 API, DeleteObjects). */
const MAX_OBJECTS = 1000

const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey || error instanceof NotFound

function getStatus(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/** Records requests in the metrics, and names the store in errors of requests without a response. */
function observeRequests({ middlewareStack }: S3): void {
  middlewareStack.add(
    (next, { commandName = 'unknown' }) =>
      async (args) => {
        const startedAt = performance.now()
        const observe = (isOk: boolean) =>
          observeStoreRequest(commandName.replace(/Command$/, ''), {
            isOk,
            ms: performance.now() - startedAt,
          })
        try {
          const result = await next(args)
          observe(true)
          return result
        } catch (error) {
          // Missing objects (404) and unchanged ones (304) are no failures of the store.
          observe((getStatus(error) ?? 500) < 500)
          if (getStatus(error) !== undefined) throw error
          throw new Error(`The store of STORAGE_URL cannot be used: ${describeError(error)}`, {
            cause: error,
          })
        }
      },
    { step: 'initialize', name: 'observeRequests' },
  )
}

/**
 * The files of an installation as private objects of an S3-compatible store
 * (docs.aws.amazon.com/AmazonS3/latest/API).
 */
export function createS3Store(address: S3Address): FileStore {
  const { bucket: Bucket } = address
  const client = new S3(describeS3Client(address))
  observeRequests(client)

  /** @returns null when there is no such object */
  const get = (name: string): Promise<GetObjectCommandOutput | null> =>
    nullIfMissing(client.getObject({ Bucket, Key: name }), isMissing)

  async function requestContent(
    name: string,
    { range, ifNoneMatch }: ContentRequest,
  ): Promise<RemoteContent | null> {
    try {
      const request = { Bucket, Key: name, Range: range, IfNoneMatch: ifNoneMatch }
      const object = await client.getObject(request)
      const { ContentLength: bytes = 0, ETag: etag = '', ContentRange } = object
      const body = object.Body?.transformToWebStream()
      if (!body) throw new Error(NO_CONTENT)
      return { kind: 'content', body, bytes, etag, range: ContentRange }
    } catch (error) {
      if (isMissing(error)) return null
      if (getStatus(error) === 304) return { kind: 'not-modified', etag: ifNoneMatch ?? '' }
      if (getStatus(error) === 416) return { kind: 'range-not-satisfiable' }
      throw error
    }
  }

  /** Uploads content, in parts if it is large. */
  async function send(name: string, content: Buffer | Readable): Promise<void> {
    await new Upload({ client, params: { Bucket, Key: name, Body: content } }).done()
  }

  async function* list(folder: string): AsyncGenerator<ListedFile> {
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket, Prefix: folder },
    )) {
      for (const { Key: name = '', Size: bytes = 0, LastModified } of Contents) {
        yield { name, bytes, changedAt: LastModified?.getTime() ?? 0 }
      }
    }
  }

  return {
    open: (name) => ({
      kind: 'remote',
      read: (request) => requestContent(name, request),
      createLink({ mime, disposition }) {
        const command = new GetObjectCommand({
          Bucket,
          Key: name,
          ResponseContentType: mime,
          ResponseContentDisposition: disposition,
          ResponseCacheControl: 'private, no-store',
        })
        return getSignedUrl(client, command, { expiresIn: LINK_SECONDS })
      },
    }),

    async read(name) {
      const object = await get(name)
      const bytes = await object?.Body?.transformToByteArray()
      return bytes ? Buffer.from(bytes) : null
    },

    async measure(name) {
      const head = await nullIfMissing(client.headObject({ Bucket, Key: name }), isMissing)
      return head?.ContentLength ?? null
    },

    write: (name, content) => send(name, Buffer.from(content)),

    upload: (name, path) => send(name, createReadStream(path)),

    async adopt(name, path) {
      await send(name, createReadStream(path))
      await rm(path, { force: true })
    },

    async download(name, path) {
      const object = await get(name)
      if (!object) return false
      if (!(object.Body instanceof Readable)) throw new Error(NO_CONTENT)
      await pipeline(object.Body, createWriteStream(path, { mode: 0o600 }))
      return true
    },

    async move(from, to) {
      const source = encodeURI(`${Bucket}/${from}`)
      await client.copyObject({ Bucket, Key: to, CopySource: source })
      await client.deleteObject({ Bucket, Key: from })
    },

    async remove(names) {
      for (let first = 0; first < names.length; first += MAX_OBJECTS) {
        const objects = names.slice(first, first + MAX_OBJECTS).map((Key) => ({ Key }))
        const request = { Bucket, Delete: { Objects: objects, Quiet: true } }
        // A successful response can contain failed deletions.
        const [fault] = (await client.deleteObjects(request)).Errors ?? []
        if (fault) throw new Error(`cannot delete ${fault.Key}: ${fault.Code}`)
      }
    },

    async listNames(folder) {
      const names = new Set<string>()
      for await (const { name } of list(folder)) names.add(name.slice(folder.length))
      return names
    },
    list,
    locate: (name) => `s3://${Bucket}/${name}`,
  }
}
