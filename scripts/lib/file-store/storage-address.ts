import * as v from 'valibot'

/** A bucket of an S3-compatible store. */
export interface S3Address {
  bucket: string
  region: string
  /** Of a store that is not Amazon's. */
  endpoint: string | undefined
}

/** Amazon's default, and what stores without regions expect. */
const DEFAULT_REGION = 'us-east-1'
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const QUERY = new Set(['endpoint', 'region'])

/** Reads `s3://bucket?endpoint=https://…&region=…`; null when it is something else. */
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
