import { fileTypeFromFile } from 'file-type'
// `measureVideo` loads it late; here its absence must show before a file is judged.
import 'mediabunny'
import { measureVideo } from '../../../measure-video.ts'
import { CHECKS, UPLOAD_INFO } from '../limits.ts'
import { WRONG_TYPE, type Verdict } from './verdict.ts'

/** What a container is called and what it is served as; Apple names an MP4 of its own M4V. */
const CONTAINERS: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
}

/** Checks an audition video: its length is computed from its packets, whatever its header says. */
export async function checkVideo(path: string): Promise<Verdict> {
  const mime = CONTAINERS[(await fileTypeFromFile(path))?.mime ?? '']
  if (!mime) return WRONG_TYPE
  const { duration } = await measureVideo(path)
  if (!Number.isFinite(duration) || duration <= 0) return WRONG_TYPE
  return duration <= UPLOAD_INFO.video_max_s + CHECKS.videoSlackS
    ? { fits: true, mime, durationS: duration }
    : { fits: false, code: 500403, durationS: duration }
}
