import { createServer } from 'node:http'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildConfig } from '#content/build-config.ts'
import { preparePicture } from '#content/pictures.ts'
import { getCachedFile } from '#integrations/media/media-store.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

/** A photo as phones store it: red left, blue right, to be turned by a quarter. */
const PHOTO = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
  .composite([
    {
      input: { create: { width: 30, height: 40, channels: 3, background: 'blue' } },
      left: 30,
      top: 0,
    },
  ])
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer()
const server = createServer((_, response) => response.end(PHOTO))

serveBuild(server)

test('shows a photo upright that its camera stored on its side', async () => {
  const image = { url: '/photo.jpg', alt: '', width: 40, height: 60 }
  const { src } = await preparePicture(image, buildConfig.adminApiUrl)
  const picture = sharp(getCachedFile(src.slice(1)))
  expect(await picture.metadata()).toMatchObject({ width: 40, height: 60 })
  const { data } = await picture
    .extract({ left: 20, top: 5, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(200)
})
