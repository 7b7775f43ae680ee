import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

const SIZE = { width: 640, height: 480 }

/** Browser arguments for a fake camera that plays a file, with permission granted. */
export const cameraArguments = (file: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]

/**
 * Writes a greyscale YUV4MPEG2 video of an image for the fake camera.
 * @param image in any format that sharp reads
 */
export async function showToCamera(file: string, image: Buffer): Promise<void> {
  const { width, height } = SIZE
  const luma = await sharp(image)
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
