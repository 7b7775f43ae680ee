import type { UploadInfo, UploadKind } from '#api/upload.ts'

const MEBIBYTE = 1024 * 1024
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What the init data tells forms, and what tickets and checks hold to. */
export const UPLOAD_INFO: UploadInfo = {
  provider: 'tus',
  endpoint: '/api/upload/tus',
  resume_max_bytes: 10 * MEBIBYTE,
  video_max_bytes: 500 * MEBIBYTE,
  video_max_s: 300,
  avatar_max_bytes: 10 * MEBIBYTE,
}

interface KindLimits {
  maxBytes: number
  /** Endings of file names. */
  endings: readonly string[]
  /** What browsers say of such files; some say nothing. */
  mime: RegExp
}

export const KIND_LIMITS: Readonly<Record<UploadKind, KindLimits>> = {
  resume: {
    maxBytes: UPLOAD_INFO.resume_max_bytes,
    endings: ['pdf'],
    mime: /^application\/(x-)?pdf$/,
  },
  video: {
    maxBytes: UPLOAD_INFO.video_max_bytes,
    endings: ['mp4', 'm4v', 'mov', 'webm'],
    mime: /^video\//,
  },
  avatar: {
    maxBytes: UPLOAD_INFO.avatar_max_bytes,
    // No HEIC: sharp's builds leave its patented codec out, and phones hand on a JPEG instead.
    endings: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'],
    mime: /^image\//,
  },
}

/** What a file may be beyond its size. */
export const CHECKS = {
  pdfMaxPages: 200,
  /** A video that says five minutes is often some frames longer. */
  videoSlackS: 1,
  avatarPx: 512,
  /** Cameras of phones make up to 108 megapixels. */
  avatarMaxPixels: 120_000_000,
  /** Of one check, in a process of its own. A long WebM is read from end to end. */
  timeoutMs: { resume: 10_000, avatar: 10_000, video: 30_000 },
  /** An AVIF of twelve megapixels takes 320 MiB while it is drawn. */
  memoryMiB: { resume: 256, avatar: 384, video: 256 },
  /** Of this what V8 may hold: beside it stand Node and the file's own bytes. */
  heapMiB: 128,
  atOnce: 2,
} as const

/**
 * What one member may take in a day. The first limit is of files that are used in no application:
 * discarding a file, or its refusal, gives its place back at once, and an unfinished one makes room
 * by itself, so trying again never blocks anyone. The other two count every file of the day,
 * discarded and refused ones too: three videos as large as they may be.
 */
export const QUOTA = {
  windowMs: DAY,
  unusedFiles: 5,
  filesOfDay: 50,
  bytesOfDay: 3 * UPLOAD_INFO.video_max_bytes,
} as const

export const LIFETIMES = {
  /** In which an upload must begin. */
  ticketMs: 15 * MINUTE,
  /** In which it must be finished: a broken one may be resumed till then. */
  openMs: DAY,
  /** A checked file waits for its application: drafts are written over days. */
  unusedMs: 7 * DAY,
  /** After the decision on the application that it belongs to. */
  decidedMs: 180 * DAY,
  /** Rows of what was deleted or refused. */
  forgottenMs: 30 * DAY,
} as const

/** Bytes that uploads never take from the disk: the database lives on it too. */
export const FREE_DISK_FLOOR = 512 * MEBIBYTE
