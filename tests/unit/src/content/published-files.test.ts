import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { Block } from '#api/blocks.ts'
import { buildConfig } from '#content/build-config.ts'
import { nameDocument } from '#content/file-names.ts'
import { prepareBlocks } from '#content/long-form.ts'
import { neededFiles } from '#integrations/media/media-store.ts'
import { findReferences } from '#scripts/publish/live-builder/find-references.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

const server = createServer((request, response) => response.end(`the file ${request.url}`))

serveBuild(server)

const poster = { url: '/poster.jpg', alt: '', width: 16, height: 9 }

/** The addresses of a video and its captions on the site. */
async function publishVideo(url: string, captions: string): Promise<string[]> {
  const video = { url, title: 'A scene', poster, width: 16, height: 9, duration_s: 60 }
  const block: Block = {
    type: 'video',
    video: { ...video, captions: [{ lang: 'en', url: captions }] },
    caption: null,
  }
  const base = `${buildConfig.adminApiUrl}/`
  const [prepared] = await prepareBlocks([block], base, 'en', 'performances 1')
  if (prepared?.type !== 'video') throw new Error('the video is missing')
  return [prepared.video.url, ...prepared.video.captions.map(({ url: track }) => track)]
}

test('publishes media under a name that is an address, whatever their URLs', async () => {
  const base = buildConfig.adminApiUrl
  const signed = await publishVideo(`${base}/scene.mp4?token=a.b/c`, '/字幕.vtt?v=2')
  expect(signed.map((address) => address.replace(/[0-9a-f]{16}/, 'HASH'))).toEqual([
    '/media/HASH.mp4',
    '/media/HASH.vtt',
  ])
  const unnamed = await publishVideo(`${base}/videos/12`, '/tracks/12')
  for (const address of [...signed, ...unnamed]) {
    expect(findReferences(`"${address}"`)).toContain(address.slice(1))
    expect([...neededFiles.keys()]).toContain(address.slice(1))
  }
})

test.each([
  ['https://api.example.org/files/user-agreement.zh-cn.html?v=2', 'user-agreement.zh-cn'],
  ['https://api.example.org/files/user agreement (2026).pdf', 'user-agreement-2026'],
  ['https://api.example.org/files/用户协议.pdf', 'document'],
  ['https://api.example.org/', 'document'],
])('names the document at %s %s', (address, name) => {
  expect(nameDocument(address)).toBe(name)
})
