import { fileTypeFromFile } from 'file-type'
// `measureVideo` imports it on demand; imported here so that a missing package fails before the check.
import 'mediabunny'
import { measureVideo } from '../../../measure-video.ts'
import { CHECKS, UPLOAD_INFO } from '../limits.ts'
import { WRONG_TYPE, type FileVerdict } from './verdict.ts'

/** Accepted containers by detected type, with the type they are served as; M4V is Apple's MP4. */
const CONTAINERS: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
}

/** Checks the container and the duration of an audition video. */
export async function checkVideo(path: string): Promise<FileVerdict> {
  const mime = CONTAINERS[(await fileTypeFromFile(path))?.mime ?? '']
  if (!mime) return WRONG_TYPE
  const { duration } = await measureVideo(path)
  if (!Number.isFinite(duration) || duration <= 0) return WRONG_TYPE
  return duration <= UPLOAD_INFO.video_max_s + CHECKS.videoSlackS
    ? { fits: true, mime, durationS: duration }
    : { fits: false, code: 500403, durationS: duration }
}
