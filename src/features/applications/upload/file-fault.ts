import type { IslandKey } from '#i18n/island-areas.ts'
import type { UploadKind } from '#api/upload.ts'
import { formatLength } from './format-size.ts'

/** A fault of a file: message key and values. */
export interface FileFault {
  key: IslandKey<'form'>
  values?: Record<string, string>
}

/** Accepted file extensions. */
export const ENDINGS: Record<UploadKind, readonly string[]> = {
  resume: ['.pdf'],
  video: ['.mp4', '.m4v', '.mov', '.webm'],
  avatar: ['.jpg', '.jpeg', '.png', '.webp'],
}

/** The `accept` attribute of a file field. */
export const acceptOf = (kind: UploadKind): string => ENDINGS[kind].join(',')

/** A video beyond the limit; partial seconds are rounded up. */
export const tooLong = (length: number, max: number): FileFault => ({
  key: 'forms:upload_too_long',
  values: { length: formatLength(Math.ceil(length)), max: formatLength(max) },
})
