import type { S3ClientConfig } from '@aws-sdk/client-s3'
import * as v from 'valibot'

/** A bucket of an S3-compatible store. */
export interface S3Address {
  bucket: string
  region: string
  /** Address of a store other than Amazon's. */
  endpoint: string | undefined
}

/** The default of Amazon, which stores without regions also accept. */
const DEFAULT_REGION = 'us-east-1'
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const QUERY = new Set(['endpoint', 'region'])

/** Parses `s3://bucket?endpoint=https://…&region=…`; null for an invalid address. */
export function parseStorageUrl(text: string): S3Address | null {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.pathname.length > 1 || !BUCKET.test(url.host)) return null
  if ([...url.searchParams.keys()].some((name) => !QUERY.has(name))) return null
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return null
  return { bucket: url.host, region: url.searchParams.get('region') ?? DEFAULT_REGION, endpoint }
}

/** The setting STORAGE_URL. */
export const StorageUrlSchema = v.pipe(
  v.string(),
  v.transform(parseStorageUrl),
  v.custom<S3Address>(
    (address) => address !== null,
    'expected s3://bucket, with ?endpoint=https://… for a store that is not Amazon’s',
  ),
)

/** Client settings for a store; credentials come from the default provider chain of the AWS SDK. */
export const describeS3Client = ({ region, endpoint }: S3Address): S3ClientConfig => ({
  region,
  // A store that does not respond must not delay API calls for minutes.
  requestHandler: { connectionTimeout: 3000, socketTimeout: 15_000 },
  // Checksums in trailers are specific to Amazon; many other stores reject them.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  // Stores other than Amazon's rarely support virtual-hosted buckets.
  ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
})
