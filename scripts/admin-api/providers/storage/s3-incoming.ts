import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { NoSuchKey } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import type { FileStore } from '../../../lib/file-store/file-store.ts'
import { describeS3Client, type S3Address } from '../../../lib/file-store/storage-address.ts'
import { nullIfMissing } from '../../../lib/is-missing-file.ts'
import { nameIncoming, type IncomingFiles } from './incoming.ts'

interface S3IncomingOptions {
  address: S3Address
  files: FileStore
  /** Local folder for files while they are checked. */
  dataDir: string
}

/** Errors of the tus store for missing uploads are objects with an HTTP status. */
const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey || (error instanceof Object && 'status_code' in error)

/** Incoming files in an S3-compatible store, so that any process can resume an upload. */
export function createS3Incoming({ address, files, dataDir }: S3IncomingOptions): IncomingFiles {
  const settings = { ...describeS3Client(address), bucket: address.bucket }
  const store = new S3Store({ s3ClientConfig: settings })
  const checking = resolve(dataDir, 'uploads/checking')
  mkdirSync(checking, { recursive: true, mode: 0o700 })
  const getCheckedFile = (key: string) => resolve(checking, key)
  const getReplacementFile = (key: string) => `${getCheckedFile(key)}.checked`

  return {
    getStoreId: nameIncoming,
    openStore: async () => store,

    async measure(key) {
      const upload = await nullIfMissing(store.getUpload(nameIncoming(key)), isMissing)
      return upload?.offset ?? null
    },

    async pull(key) {
      const exists = await files.download(nameIncoming(key), getCheckedFile(key))
      if (!exists) throw new Error(`object ${key} is not in the store`)
      return getCheckedFile(key)
    },

    getReplacementFile,

    async remove(key) {
      // Aborts the multipart upload: parts of an unfinished upload cannot be deleted as objects.
      await nullIfMissing(store.remove(nameIncoming(key)), isMissing)
      // The object, the metadata of the tus store, and an incomplete part below the minimum size of S3.
      await files.remove(['', '.info', '.part'].map((suffix) => `${nameIncoming(key)}${suffix}`))
      await rm(getCheckedFile(key), { force: true })
      await rm(getReplacementFile(key), { force: true })
    },
  }
}
