import type { S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Address } from './storage-address.ts'

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
