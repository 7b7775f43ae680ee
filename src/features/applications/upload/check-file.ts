import type { UploadInfo } from '#api/upload.ts'
import { EXTENSIONS, tooLong, type FileFault, type FileKind } from './file-fault.ts'
import { formatBytes } from './format-size.ts'

const PDF_START = '%PDF-'

/**
 * Validates a file before the upload, so that visitors do not wait minutes for a refusal. The API validates
 * it again, including video lengths that the browser cannot read.
 */
export async function checkFile(
  kind: FileKind,
  file: File,
  info: UploadInfo,
  measure: (file: File) => Promise<number | null> = measureLength,
): Promise<FileFault | null> {
  const wrongKind: FileFault = { key: kind === 'video' ? 'upload:not_video' : 'upload:not_pdf' }
  const name = file.name.toLowerCase()
  if (!EXTENSIONS[kind].some((extension) => name.endsWith(extension))) return wrongKind
  if (file.size === 0) return { key: 'upload:empty' }
  const max = info[`${kind}_max_bytes`]
  if (file.size > max) {
    const values = { size: formatBytes(file.size), max: formatBytes(max) }
    return { key: 'upload:too_large', values }
  }
  // A file cannot be read when its drive was removed or the file was changed after the choice.
  const start = await file
    .slice(0, PDF_START.length)
    .text()
    .catch(() => null)
  if (start === null) return { key: 'upload:unreadable' }
  if (kind === 'resume' && start !== PDF_START) return wrongKind
  const length = kind === 'video' ? await measure(file) : null
  return length !== null && length > info.video_max_s ? tooLong(length, info.video_max_s) : null
}

/** The length of a video in seconds, computed from its packets; null when it cannot be read. */
async function measureLength(file: Blob): Promise<number | null> {
  try {
    // Loaded once a video has been chosen.
    const { BlobSource, Input, MP4, QTFF, WEBM } = await import('mediabunny')
    using input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] })
    const length = await input.computeDuration()
    return Number.isFinite(length) && length > 0 ? length : null
  } catch {
    return null
  }
}
