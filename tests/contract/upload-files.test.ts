import { readFile, readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UploadKind } from '#api/upload.ts'
import { findAvatarUrl } from '#scripts/admin-api/modules/upload/rows.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { HOSTILE_PDFS, appendBeginning, forgeLength } from '#tests/support/hostile-files.ts'
import { createMember } from '#tests/support/member.ts'
import { complete, findRow, makePdf, readVideo, upload } from '#tests/support/upload.ts'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

const NAMES: Record<UploadKind, string> = {
  resume: 'resume.pdf',
  video: 'take.mp4',
  avatar: 'me.jpg',
}

/** Uploads a file as a new member, and reads the result. */
async function send(kind: UploadKind, file: Buffer, name = NAMES[kind]) {
  const member = await createMember(api)
  const granted = await upload(api, member, file, { kind, name })
  const { envelope } = await complete(api, member, granted)
  return { code: envelope.code, data: envelope.data, id: granted.upload_id }
}

const listObjects = async () => [
  ...(await readdir(`${api.dataDir}/uploads/incoming`)),
  ...(await readdir(`${api.dataDir}/uploads/kept`)),
]

describe('uploaded resume', () => {
  test.each([1, 200])('is accepted with %d pages', async (pages) => {
    expect((await send('resume', makePdf({ pages }))).code).toBe(200)
  })

  test.for(Object.entries(HOSTILE_PDFS))(
    'is rejected and deleted at once: %s',
    { tags: ['S5.09'] },
    async ([, make]) => {
      const before = await listObjects()
      const memory = process.memoryUsage().rss
      const file = make()
      const { code, id } = await send('resume', file)
      expect(code).toBe(500401)
      expect(await findRow(api, id)).toMatchObject({ state: 'refused', refusal: 500401 })
      expect(await listObjects()).toEqual(before)
      expect(process.memoryUsage().rss - memory).toBeLessThan(300 * 1024 * 1024)
    },
  )
})

describe('uploaded audition video', () => {
  test.each([
    ['take-299s.mp4', 299],
    ['take-20s.mov', 20],
    ['take-20s.webm', 20],
  ])('is accepted with its computed duration: %s', { tags: ['S5.10'] }, async (name, duration) => {
    const { code, data } = await send('video', readVideo(name), name)
    expect(code).toBe(200)
    expect(data).toMatchObject({ duration_s: duration })
  })

  test.each(['take-361s.mp4', 'take-361s.webm'])(
    'is rejected if longer than five minutes: %s',
    { tags: ['S5.10'] },
    async (name) => {
      const { code, data } = await send('video', readVideo(name), name)
      expect(code).toBe(500403)
      expect(data).toEqual({ duration_s: 361, max_s: 300 })
    },
  )

  test(
    'of six minutes is rejected although its header claims one minute',
    { tags: ['S5.10'] },
    async () => {
      const forged = forgeLength(readVideo('take-361s.mp4'))
      // The duration in the movie header: 60 seconds.
      const header = forged.indexOf('mvhd') + 4
      expect(forged.readUInt32BE(header + 16) / forged.readUInt32BE(header + 12)).toBeCloseTo(60, 0)
      const { code, data } = await send('video', forged)
      expect(code).toBe(500403)
      expect(data).toEqual({ duration_s: 361, max_s: 300 })
    },
  )

  test('of six minutes is rejected although its last packet has a timestamp of the first second', async () => {
    const { code, data } = await send('video', appendBeginning(readVideo('take-361s.webm')))
    expect(code).toBe(500403)
    expect(data).toMatchObject({ duration_s: 361 })
  })

  test.each([
    ['another container', () => readVideo('take-20s.mkv')],
    ['a playlist', () => Buffer.from('#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1/secret\n')],
    ['a resume', () => makePdf()],
    ['a video without pictures', () => readVideo('take-299s.mp4').subarray(0, 600)],
    [
      'a web page behind the first bytes of a video',
      () =>
        Buffer.from('\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0000\u0000isom<html>', 'latin1'),
    ],
  ])('is rejected if it is %s', async (_, make) => {
    expect((await send('video', make())).code).toBe(500401)
  })
})

describe('uploaded avatar', () => {
  const drawing = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a33' } })

  async function readNetAmount(id: number) {
    const kept = `${api.dataDir}/uploads/kept/${String((await findRow(api, id))?.['key'])}`
    return sharp(await readFile(kept))
  }

  test('becomes a square WebP of at most 512 pixels without metadata', async () => {
    const photo = await drawing(1200, 900)
      .withExif({ IFD0: { Make: 'Camera', Artist: 'Lin' }, IFD3: { GPSLatitude: '31/1 14/1 0/1' } })
      .jpeg()
      .toBuffer()
    const { code, data, id } = await send('avatar', photo)
    expect(code).toBe(200)
    expect(data).toMatchObject({ name: 'me.jpg', duration_s: null })
    const kept = await (await readNetAmount(id)).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect([kept.exif, kept.xmp, kept.icc]).toEqual([undefined, undefined, undefined])
    expect(await findAvatarUrl(api.db.query, id)).toMatch(
      /^\/api\/upload\/avatar\/[0-9a-f]{32}\.webp$/,
    )
  })

  test('is rotated upright', async () => {
    // Left half red, right half blue, rotated by EXIF: red belongs on top.
    const pixels = Buffer.alloc(40 * 40 * 3)
    for (let at = 0; at < pixels.length; at += 3) pixels[(at / 3) % 40 < 20 ? at : at + 2] = 255
    const photo = await sharp(pixels, { raw: { width: 40, height: 40, channels: 3 } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { id } = await send('avatar', photo)
    const kept = await readNetAmount(id)
    const [red = 0, , blue = 0] = await kept
      .extract({ left: 20, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect(red - blue).toBeGreaterThan(100)
  })

  test('keeps only the first frame of an animation', async () => {
    const frames = [drawing(30, 30), drawing(30, 30).negate()]
    const pages = await Promise.all(frames.map((frame) => frame.png().toBuffer()))
    const moving = await sharp(pages, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { id } = await send('avatar', moving, 'me.gif')
    expect(await (await readNetAmount(id)).metadata()).toMatchObject({ width: 30, height: 30 })
  })

  test.each([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['half a photo', async () => (await drawing(900, 900).jpeg().toBuffer()).subarray(0, 3000)],
    ['a web page', () => Buffer.from('<html>')],
    ['a TIFF', () => drawing(9, 9).tiff().toBuffer()],
    [
      'a picture of a billion pixels',
      async () => {
        const bomb = await drawing(9, 9).png().toBuffer()
        bomb.writeUInt32BE(40_000, 16)
        bomb.writeUInt32BE(40_000, 20)
        return bomb
      },
    ],
  ])('is rejected if it is %s', async (_, make) => {
    expect((await send('avatar', await make(), 'me.png')).code).toBe(500401)
  })
})
