import { hash, randomUUID } from 'node:crypto'

/** An object with its metadata. */
export interface StoredObject {
  body: Buffer
  type: string
  /** `x-amz-meta-…` headers. */
  metadata: [string, string][]
  /** Epoch ms. */
  changedAt: number
}

/** A multipart upload that is neither completed nor aborted. */
export interface PendingUpload extends Omit<StoredObject, 'body' | 'changedAt'> {
  key: string
  parts: Map<number, Buffer>
}

/** Minimum size of all parts but the last (S3 API, UploadPart). */
const MIN_PART_BYTES = 5 * 1024 * 1024

export const computeEtag = (body: Uint8Array): string => `"${hash('md5', body)}"`

/** In-memory objects of one bucket. */
export function createContents() {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, PendingUpload>()
  return {
    objects,
    uploads,
    begin(upload: Omit<PendingUpload, 'parts'>): string {
      const id = randomUUID()
      uploads.set(id, { ...upload, parts: new Map() })
      return id
    },
    /**
     * Completes a multipart upload.
     * @returns the error code of S3, or null
     */
    complete(id: string, numbers: readonly number[]): string | null {
      const upload = uploads.get(id)
      if (!upload) return 'NoSuchUpload'
      const parts = numbers.map((number) => upload.parts.get(number))
      if (!parts.every((part) => part !== undefined)) return 'InvalidPart'
      const isShort = parts.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES)
      if (isShort) return 'EntityTooSmall'
      const { key, type, metadata } = upload
      const body = Buffer.concat(parts)
      objects.set(key, { body, type, metadata, changedAt: Date.now() })
      uploads.delete(id)
      return null
    },
  }
}
export type Contents = ReturnType<typeof createContents>
