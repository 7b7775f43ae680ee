import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildConfig } from '#content/build-config.ts'
import { preparePicture } from '#content/pictures.ts'
import { cachedFile, neededFiles } from '#integrations/media/media-store.ts'
import { listen } from '#scripts/lib/listen.ts'

const original = { ...buildConfig }
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

beforeAll(async () => {
  buildConfig.cacheDir = mkdtempSync(join(tmpdir(), 'pictures-'))
  buildConfig.adminApiUrl = await listen(server, 0, '127.0.0.1', 'PORT')
})
afterAll(() => {
  server.close()
  neededFiles().clear()
  rmSync(buildConfig.cacheDir, { recursive: true, force: true })
  Object.assign(buildConfig, original)
})

test('shows a photo upright that its camera stored on its side', async () => {
  const image = { url: '/photo.jpg', alt: '', width: 40, height: 60 }
  const { src } = await preparePicture(image, buildConfig.adminApiUrl)
  const picture = sharp(cachedFile(src.slice(1)))
  expect(await picture.metadata()).toMatchObject({ width: 40, height: 60 })
  const { data } = await picture
    .extract({ left: 20, top: 5, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(200)
})
