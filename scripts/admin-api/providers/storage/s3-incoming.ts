import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { NoSuchKey } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import type { FileStore } from '../../../lib/file-store/file-store.ts'
import { describeS3Client } from '../../../lib/file-store/s3-settings.ts'
import type { S3Address } from '../../../lib/file-store/storage-address.ts'
import { nameIncoming, type IncomingFiles } from './incoming.ts'

interface Places {
  address: S3Address
  files: FileStore
  /** On this machine, for files while they are checked. */
  dataDir: string
}

/** The tus store's errors are objects with a status. */
const isAnswered = (error: unknown): boolean => error instanceof Object && 'status_code' in error

/** Incoming files in an S3-compatible store: any process can go on with an upload. */
export function createS3Incoming({ address, files, dataDir }: Places): IncomingFiles {
  const settings = { ...describeS3Client(address), bucket: address.bucket }
  const store = new S3Store({ s3ClientConfig: settings })
  const checking = resolve(dataDir, 'uploads/checking')
  mkdirSync(checking, { recursive: true, mode: 0o700 })
  const checkedFile = (key: string) => resolve(checking, key)
  const replacementFile = (key: string) => `${checkedFile(key)}.checked`

  /** Parts of an unfinished upload are no objects: they are given up by their upload. */
  async function abortUpload(key: string): Promise<void> {
    try {
      await store.remove(nameIncoming(key))
    } catch (error) {
      if (!isAnswered(error) && !(error instanceof NoSuchKey)) throw error
    }
  }

  return {
    getStoreId: nameIncoming,
    openStore: async () => store,

    async measure(key) {
      try {
        return (await store.getUpload(nameIncoming(key))).offset
      } catch (error) {
        if (isAnswered(error)) return null
        throw error
      }
    },

    async pull(key) {
      const isThere = await files.download(nameIncoming(key), checkedFile(key))
      if (!isThere) throw new Error(`the store has no content of ${key}`)
      return checkedFile(key)
    },

    getReplacementFile: replacementFile,

    async remove(key) {
      await abortUpload(key)
      // The object, what the tus store noted of it, and a last part that is shorter than S3 accepts.
      await files.remove(['', '.info', '.part'].map((ending) => `${nameIncoming(key)}${ending}`))
      await rm(checkedFile(key), { force: true })
      await rm(replacementFile(key), { force: true })
    },
  }
}
