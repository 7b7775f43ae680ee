import { serveRequests } from '../serve-requests.ts'
import { answerBucket, answerError, answerObject } from './answers.ts'
import { createContents, type Contents } from './contents.ts'
import { findSignatureFault, type Credentials } from './signature.ts'

const BUCKET = 'theatre'
const CREDENTIALS: Credentials = {
  accessKeyId: 'theatre-api',
  secretAccessKey: 'secret-of-the-tests',
}

async function answer(contents: Contents, request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer())
  const fault = findSignatureFault(request, body, CREDENTIALS)
  if (fault !== null) return answerError(fault)
  const { pathname, searchParams: query } = new URL(request.url)
  const [, bucket, ...names] = pathname.split('/').map(decodeURIComponent)
  const key = names.join('/')
  if (bucket !== BUCKET) return answerError('NoSuchBucket', 404)
  if (key !== '') return answerObject(contents, { request, query, key, body })
  return answerBucket(contents, { method: request.method, query, text: body.toString() })
}

/**
 * Starts a store with the S3 API, for signed requests only, written from its documentation. It keeps
 * one bucket in memory.
 */
export async function startObjectStore() {
  const contents = createContents()
  let isDown = false
  const server = await serveRequests(
    (request) => answer(contents, request),
    () => isDown,
  )
  return {
    /** The value of STORAGE_URL. */
    url: `s3://${BUCKET}?endpoint=${encodeURIComponent(server.url)}`,
    /** Environment variables with the credentials of S3 clients. */
    environment: {
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    /** Keys of all objects, sorted. */
    listKeys: (): string[] => [...contents.objects.keys()].toSorted(),
    /** Uploads in parts that were neither completed nor aborted. */
    countUnfinished: (): number => contents.uploads.size,
    /** Makes the store drop connections without a response, or not. */
    setDown(next: boolean): void {
      isDown = next
    },
    /** Replaces the content of an object directly in the store. */
    damage(key: string): void {
      const object = contents.objects.get(key)
      if (object) object.body = Buffer.from('damaged')
    },
    /** Deletes an object directly in the store. */
    remove: (key: string): boolean => contents.objects.delete(key),
    close: server.close,
  }
}
export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>
