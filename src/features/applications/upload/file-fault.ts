import type { IslandKey } from '#i18n/island-areas.ts'
import type { UploadKind } from '#api/upload.ts'
import { formatLength } from './format-size.ts'

/** An error message about a file: its key and values. */
export interface FileFault {
  key: IslandKey<'upload'>
  values?: Record<string, string>
}

/** Accepted file extensions. */
export const EXTENSIONS: Record<UploadKind, readonly string[]> = {
  resume: ['.pdf'],
  video: ['.mp4', '.m4v', '.mov', '.webm'],
  avatar: ['.jpg', '.jpeg', '.png', '.webp'],
}

/** The `accept` attribute of a file field. */
export const acceptOf = (kind: UploadKind): string => EXTENSIONS[kind].join(',')

/** The error for a video longer than the limit. Lengths are in seconds and rounded up. */
export const tooLong = (length: number, max: number): FileFault => ({
  key: 'upload:too_long',
  values: { length: formatLength(Math.ceil(length)), max: formatLength(max) },
})
