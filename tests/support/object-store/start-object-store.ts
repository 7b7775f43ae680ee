import { serveRequests } from '../serve-requests.ts'
import { handleBucket, respondError, handleObject } from './handlers.ts'
import { createContents, type Contents } from './contents.ts'
import { findSignatureFault, type Credentials } from './signature.ts'

const BUCKET = 'theatre'
const CREDENTIALS: Credentials = {
  accessKeyId: 'theatre-api',
  secretAccessKey: 'secret-of-the-tests',
}

async function handle(contents: Contents, request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer())
  const fault = findSignatureFault(request, body, CREDENTIALS)
  if (fault !== null) return respondError(fault)
  const { pathname, searchParams: query } = new URL(request.url)
  const [, bucket, ...names] = pathname.split('/').map(decodeURIComponent)
  const key = names.join('/')
  if (bucket !== BUCKET) return respondError('NoSuchBucket', 404)
  if (key !== '') return handleObject(contents, { request, query, key, body })
  return handleBucket(contents, { method: request.method, query, text: body.toString() })
}

/**
 * Starts a fake S3 server with one bucket in memory, written from the documentation. It accepts signed
 * requests only.
 */
export async function startObjectStore() {
  const contents = createContents()
  let isDown = false
  const server = await serveRequests(
    (request) => handle(contents, request),
    () => isDown,
  )
  return {
    /** The value of STORAGE_URL. */
    url: `s3://${BUCKET}?endpoint=${encodeURIComponent(server.url)}`,
    /** Environment variables with the credentials. */
    environment: {
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    /** Keys of all objects, sorted. */
    listKeys: (): string[] => [...contents.objects.keys()].toSorted(),
    /** Number of multipart uploads that are neither completed nor aborted. */
    countUnfinished: (): number => contents.uploads.size,
    /** Sets whether the server drops every connection. */
    setDown(next: boolean): void {
      isDown = next
    },
    /** Corrupts the content of an object. */
    damage(key: string): void {
      const object = contents.objects.get(key)
      if (object) object.body = Buffer.from('damaged')
    },
    /** Deletes an object without an API call. */
    remove: (key: string): boolean => contents.objects.delete(key),
    close: server.close,
  }
}
export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>
