import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { CHECKS } from '../limits.ts'
import { WRONG_TYPE, type FileVerdict } from './verdict.ts'

const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

/**
 * Checks a picture by re-encoding it as a square WebP: without metadata (location, serial numbers), with the
 * EXIF orientation applied; of an animation only the first frame.
 */
export async function checkAvatar(path: string, output: string): Promise<FileVerdict> {
  // Checked before sharp opens the file: sharp also reads SVG, which can reference other files.
  const mime = (await fileTypeFromFile(path))?.mime ?? ''
  if (!TYPES.has(mime)) return WRONG_TYPE
  const image = sharp(path, { limitInputPixels: CHECKS.avatarMaxPixels, failOn: 'error' })
  const { width, height } = await image.metadata()
  const side = Math.min(width, height, CHECKS.avatarPx)
  await image
    .autoOrient()
    .resize(side, side, { fit: 'cover', position: sharp.strategy.attention })
    .webp({ quality: 82 })
    .toFile(output)
  return { fits: true, mime: 'image/webp', durationS: null }
}
