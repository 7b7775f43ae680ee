import * as v from 'valibot'
import { findBusinessKey } from '#api/codes.ts'
import { VideoTooLongSchema } from '#api/upload.ts'
import type { UploadFault } from '#stores/transfer.ts'
import { tooLong, type FileFault } from './file-fault.ts'

/** Describes the failure of an upload by the API or the storage provider. */
export function describeUploadFault(fault: UploadFault): FileFault {
  if (fault.kind === 'unauthorized') return { key: 'upload:waiting' }
  if (fault.kind === 'failed') return { key: 'errors:server_error' }
  const key = findBusinessKey(fault.code)
  const length = v.safeParse(VideoTooLongSchema, fault.data)
  if (key === 'video_too_long' && length.success) {
    return tooLong(length.output.duration_s, length.output.max_s)
  }
  return { key: key === undefined ? 'errors:server_error' : `errors:${key}` }
}
