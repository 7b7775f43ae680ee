import type { UploadInfo, UploadKind } from '#api/upload.ts'
import { DAY, MINUTE } from '../../../lib/durations.ts'

const MEBIBYTE = 1024 * 1024

/** Upload limits, published in the init data and enforced by tickets and checks. */
export const UPLOAD_INFO: UploadInfo = {
  provider: 'tus',
  endpoint: '/api/upload/tus',
  resume_max_bytes: 10 * MEBIBYTE,
  video_max_bytes: 500 * MEBIBYTE,
  video_max_s: 300,
  avatar_max_bytes: 10 * MEBIBYTE,
}

/** Maximum size, accepted file name extensions, and MIME types that browsers send; some send none. */
export const KIND_LIMITS = {
  resume: {
    maxBytes: UPLOAD_INFO.resume_max_bytes,
    extensions: ['pdf'],
    mime: /^application\/(x-)?pdf$/,
  },
  video: {
    maxBytes: UPLOAD_INFO.video_max_bytes,
    extensions: ['mp4', 'm4v', 'mov', 'webm'],
    mime: /^video\//,
  },
  avatar: {
    maxBytes: UPLOAD_INFO.avatar_max_bytes,
    // No HEIC: sharp is built without its patented codec, and phones convert to JPEG on upload.
    extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'],
    mime: /^image\//,
  },
} satisfies Record<UploadKind, object>

/** Limits of the file checks. */
export const CHECKS = {
  pdfMaxPages: 200,
  /** Videos cut to five minutes are often a few frames longer. */
  videoSlackS: 1,
  avatarPx: 512,
  /** Phone cameras have up to 108 megapixels. */
  avatarMaxPixels: 120_000_000,
  /** Of one check process, also while a build keeps the machine busy. A long WebM is read completely. */
  timeoutMs: { resume: 30_000, avatar: 30_000, video: 60_000 },
  /** Resident memory: decoding an AVIF of 12 megapixels takes 320 MiB. */
  memoryMiB: { resume: 256, avatar: 384, video: 256 },
  /** V8 heap; the rest of the memory is for Node itself and file buffers. */
  heapMiB: 128,
  maxParallel: 2,
} as const

/**
 * Quota per member and day. `unusedFiles` counts files that are in no application: discarded and refused
 * files do not count, and unfinished ones are replaced, so that retries are never blocked. The other two
 * limits count all files of the day; the bytes suffice for three videos of maximum size.
 */
export const QUOTA = {
  windowMs: DAY,
  unusedFiles: 5,
  filesPerDay: 50,
  bytesPerDay: 3 * UPLOAD_INFO.video_max_bytes,
} as const

export const LIFETIMES = {
  /** Until an upload must have started. */
  ticketMs: 15 * MINUTE,
  /** Until an upload must be finished; an interrupted one can be resumed until then. */
  openMs: DAY,
  /** How long a checked file is kept without an application: members write drafts over days. */
  unusedMs: 7 * DAY,
  /** How long a file is kept after the decision on its application. */
  decidedMs: 180 * DAY,
  /** How long rows of deleted and refused uploads are kept. */
  forgottenMs: 30 * DAY,
} as const

/** Free disk space that uploads must leave for the database. */
export const FREE_DISK_FLOOR = 512 * MEBIBYTE
