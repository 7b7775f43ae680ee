import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

const SIZE = { width: 640, height: 480 }

/** Arguments for a browser whose camera sees a file, and whose reader allows it. */
export const seeFile = (file: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]

/**
 * Holds a picture before the fake camera: a film in YUV4MPEG2 that shows it, in shades of grey.
 * @param picture any picture that sharp reads
 */
export async function holdBeforeCamera(file: string, picture: Buffer): Promise<void> {
  const { width, height } = SIZE
  const luma = await sharp(picture)
    .resize({ ...SIZE, fit: 'contain', background: '#888' })
    .flatten({ background: '#888' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([head, frame, frame]))
}
