import type { S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Address } from './storage-address.ts'

/** How a client reaches a store; credentials come from where every S3 client looks for them. */
export const describeS3Client = ({ region, endpoint }: S3Address): S3ClientConfig => ({
  region,
  // A store that does not answer must not hold calls of members for minutes.
  requestHandler: { connectionTimeout: 3000, socketTimeout: 15_000 },
  // Checksums in trailers are Amazon's own addition; many stores refuse them.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  // Stores other than Amazon's rarely have a host name for each bucket.
  ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
})
