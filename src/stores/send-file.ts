import { DetailedError, Upload, type HttpResponse } from 'tus-js-client'
import { readCode } from '#api/envelope.ts'
import { createHeaders } from '#client/request-headers.ts'
import { getPathLocale } from '#i18n/paths.ts'
import type { UploadGrant } from './drafts.ts'
import { readToken } from './session.ts'

const CHUNK_BYTES = 5 * 1024 * 1024

interface Job {
  file: File
  grant: UploadGrant
  /** URL of an unfinished upload to resume. */
  url: string | null
  onUrl: (url: string) => void
  onProgress: (sent: number) => void
}

/** The storage provider rejected the file; `status` is the HTTP status, null if it could not be reached. */
export class SendError extends Error {
  override name = 'SendError'
  readonly status: number | null
  /** The contract's code if the provider responds with an envelope, else the HTTP status. */
  readonly code: number | null
  constructor(response: HttpResponse | null, cause: unknown) {
    const status = response?.getStatus() ?? null
    super(`upload failed: ${status ?? 'no response'}`, { cause })
    this.status = status
    this.code = response && readCode(parseBody(response.getBody()), response.getStatus())
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The headers of our API, which are not sent to a storage provider on another host. */
const createOwnHeaders = (endpoint: string) =>
  new URL(endpoint, location.href).origin === location.origin
    ? createHeaders(0, getPathLocale(location.pathname), readToken())
    : {}

/** Sends a file in chunks with the tus protocol; an unfinished upload is resumed. */
export function sendFile({ file, grant, url, onUrl, onProgress }: Job) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload: Upload = new Upload(file, {
    endpoint: grant.endpoint,
    uploadUrl: url,
    headers: { 'upload-ticket': grant.ticket, ...createOwnHeaders(grant.endpoint) },
    metadata: { upload_id: String(grant.upload_id) },
    chunkSize: CHUNK_BYTES,
    retryDelays: [0, 1000, 3000],
    // The URL is stored with the draft and its file.
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => {
      if (upload.url !== null) onUrl(upload.url)
    },
    onProgress,
    onSuccess: () => resolve(),
    onError: (error) => {
      const response = error instanceof DetailedError ? error.originalResponse : null
      reject(new SendError(response, error))
    },
  })
  upload.start()
  return { finished: promise, stop: () => void upload.abort().catch(() => {}) }
}
