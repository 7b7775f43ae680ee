import type { UploadKind } from '#api/upload.ts'
import type { FormKey } from '../texts.ts'
import { formatLength } from './format-size.ts'

/** What is wrong with a file, with the values of its text. */
export interface FileFault {
  key: FormKey
  values?: Record<string, string>
}

/** How names of accepted files end. */
export const ENDINGS: Record<UploadKind, readonly string[]> = {
  resume: ['.pdf'],
  video: ['.mp4', '.m4v', '.mov', '.webm'],
  avatar: ['.jpg', '.jpeg', '.png', '.webp'],
}

/** What a file field offers to choose. */
export const acceptOf = (kind: UploadKind): string => ENDINGS[kind].join(',')

/** A video beyond the limit; part of a second more counts as a second. */
export const tooLong = (length: number, max: number): FileFault => ({
  key: 'forms:upload_too_long',
  values: { length: formatLength(Math.ceil(length)), max: formatLength(max) },
})
