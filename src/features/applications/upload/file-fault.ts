import * as v from 'valibot'
import type { IslandKey } from '#i18n/island-areas.ts'
import { VideoTooLongSchema, type UploadKind } from '#api/upload.ts'
import { findBusinessKey, type BusinessKey } from '#api/codes.ts'
import type { UploadFault } from '#stores/transfer.ts'
import { formatLength } from './format-size.ts'

/** An error message about a file: its key and values. */
export interface FileFault {
  key: IslandKey<'upload'>
  values?: Record<string, string>
}

/** A kind of file that forms accept. */
export type FileKind = Exclude<UploadKind, 'avatar'>

/** Accepted file extensions. */
export const EXTENSIONS: Record<FileKind, readonly string[]> = {
  resume: ['.pdf'],
  video: ['.mp4', '.m4v', '.mov', '.webm'],
}

/** The `accept` attribute of a file field. */
export const formatAccept = (kind: FileKind): string => EXTENSIONS[kind].join(',')

/** The error for a video longer than the limit. Lengths are in seconds and rounded up. */
export const tooLong = (length: number, max: number): FileFault => ({
  key: 'upload:too_long',
  values: { length: formatLength(Math.ceil(length)), max: formatLength(max) },
})

/** Describes the failure of an upload by the API or the storage provider. */
export function describeUploadFault(fault: UploadFault): FileFault {
  if (fault.kind === 'unreadable') return { key: 'upload:unreadable' }
  if (fault.kind === 'failed') return { key: 'errors:server_error' }
  const key = findBusinessKey(fault.code)
  const length = v.safeParse(VideoTooLongSchema, fault.data)
  if (key === 'video_too_long' && length.success) {
    return tooLong(length.output.duration_s, length.output.max_s)
  }
  return { key: key === undefined ? 'errors:server_error' : `errors:${key}` }
}

/** Refusals of the file itself: every attempt to upload it again would be refused too. */
const FILE_REFUSALS = new Set<BusinessKey | undefined>([
  'wrong_file_type',
  'file_too_large',
  'video_too_long',
  'infected_file',
  'active_pdf',
])

/** Whether a failed upload of the same file may succeed later. */
export const isRepeatable = (fault: UploadFault | null): boolean =>
  fault?.kind !== 'refused' || !FILE_REFUSALS.has(findBusinessKey(fault.code))
