import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand, NoSuchKey, S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { S3Store } from '@tus/s3-store'
import { readFreeBytes } from '../../../lib/free-disk.ts'
import type { Objects } from './objects.ts'
import type { S3Address } from './storage-address.ts'

const PREFIX = 'uploads/'
const INCOMING = `${PREFIX}incoming/`
const KEPT = `${PREFIX}kept/`
/** Of a download link: long enough to start a download, too short to be passed on. */
const LINK_SECONDS = 300
/** The most that one request deletes (S3 API, DeleteObjects). */
const MAX_DELETED = 1000

/**
 * Objects of an S3-compatible store (docs.aws.amazon.com/AmazonS3/latest/API), all private. Credentials
 * come from the variables that every S3 client reads (`AWS_ACCESS_KEY_ID` and so on).
 * @param folder on this machine, for files while they are checked
 */
export function createS3Objects({ bucket, region, endpoint }: S3Address, folder: string): Objects {
  const settings: S3ClientConfig = {
    region,
    // Checksums in trailers are Amazon's own addition; many stores refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Stores other than Amazon's rarely have a host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  }
  const client = new S3(settings)
  const store = new S3Store({ s3ClientConfig: { ...settings, bucket } })
  const checking = resolve(folder, 'checking')
  mkdirSync(checking, { recursive: true, mode: 0o700 })
  const checkedFile = (key: string) => join(checking, key)
  const replacementFile = (key: string) => join(checking, `${key}.checked`)
  const incomingKey = (key: string) => `${INCOMING}${key}`
  const keptKey = (key: string) => `${KEPT}${key}`

  async function removeIncoming(key: string): Promise<void> {
    // The object, what the tus store noted of it, and a last part that is shorter than S3 accepts.
    const names = ['', '.info', '.part'].map((ending) => ({ Key: `${incomingKey(key)}${ending}` }))
    await client.deleteObjects({ Bucket: bucket, Delete: { Objects: names, Quiet: true } })
    await rm(checkedFile(key), { force: true })
    await rm(replacementFile(key), { force: true })
  }

  /** Parts of an unfinished upload are no objects: they are given up by their upload. */
  async function abortUpload(key: string): Promise<void> {
    try {
      await store.remove(incomingKey(key))
    } catch (error) {
      const isMissing = error instanceof Object && 'status_code' in error
      if (!isMissing && !(error instanceof NoSuchKey)) throw error
    }
  }

  return {
    getStoreId: incomingKey,
    openStore: async () => store,

    async measure(key) {
      try {
        return (await store.getUpload(incomingKey(key))).offset
      } catch (error) {
        if (error instanceof Object && 'status_code' in error) return null
        throw error
      }
    },

    async pull(key) {
      const { Body } = await client.getObject({ Bucket: bucket, Key: incomingKey(key) })
      if (!(Body instanceof Readable)) throw new Error(`the store sent no content for ${key}`)
      await pipeline(Body, createWriteStream(checkedFile(key), { mode: 0o600 }))
      return checkedFile(key)
    },

    getReplacementFile: async (key) => replacementFile(key),

    async keep(key, replacement) {
      if (replacement === null) {
        const source = `${bucket}/${incomingKey(key)}`
        await client.copyObject({ Bucket: bucket, Key: keptKey(key), CopySource: source })
      } else {
        const { size } = await stat(replacement)
        const body = createReadStream(replacement)
        const object = { Bucket: bucket, Key: keptKey(key), Body: body, ContentLength: size }
        await client.putObject(object)
      }
      await removeIncoming(key)
    },

    open: (key) => ({
      kind: 'remote',
      async read() {
        try {
          const { Body } = await client.getObject({ Bucket: bucket, Key: keptKey(key) })
          return Body?.transformToWebStream() ?? null
        } catch (error) {
          if (error instanceof NoSuchKey) return null
          throw error
        }
      },
      createLink({ mime, disposition }) {
        const command = new GetObjectCommand({
          Bucket: bucket,
          Key: keptKey(key),
          ResponseContentType: mime,
          ResponseContentDisposition: disposition,
          ResponseCacheControl: 'private, no-store',
        })
        return getSignedUrl(client, command, { expiresIn: LINK_SECONDS })
      },
    }),
    locate: (key) => `s3://${bucket}/${keptKey(key)}`,

    async remove(key) {
      await abortUpload(key)
      await removeIncoming(key)
      await client.deleteObject({ Bucket: bucket, Key: keptKey(key) })
    },

    async list() {
      const keys = new Set<string>()
      let token: string | undefined
      do {
        const page = await client.listObjectsV2({
          Bucket: bucket,
          Prefix: PREFIX,
          MaxKeys: MAX_DELETED,
          ContinuationToken: token,
        })
        for (const { Key = '' } of page.Contents ?? []) {
          const name = Key.slice(Key.lastIndexOf('/') + 1)
          keys.add(name.split('.')[0] ?? name)
        }
        token = page.NextContinuationToken
      } while (token !== undefined)
      return [...keys]
    },

    readFreeBytes: async () => readFreeBytes(folder),
  }
}
