import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { neededFiles } from '#content/media-store.ts'
import { createMediaCollector } from '#scripts/publish/live-builder/collect-files.ts'
import { noteHashes } from '#scripts/publish/live-builder/note-hashes.ts'
import type { StoredFile } from '#scripts/publish/built-site.ts'
import { openStore } from '#scripts/publish/store.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('media files come with the first page that needs them and leave with the last', async () => {
  using folder = createTemporaryFolder()
  const store = openStore(folder.path)
  const hashes = noteHashes(path.join(folder.path, 'hashes.txt'))
  const read = ({ hash }: StoredFile) => readFileSync(store.fileOf(hash))
  const collector = createMediaCollector(store, hashes, read)
  const make = (address: string, text: string) => {
    const file = path.join(folder.path, address.replace('/', '-'))
    writeFileSync(file, text)
    neededFiles().set(address, file)
  }
  make('images/test-one.webp', 'one')
  make('images/test-two.webp', 'two')
  make('files/test-terms.html', '<img src="/images/test-two.webp">')
  const collect = async () =>
    [...(await collector.collect())].map(([name, file]) => [name, file !== null]).toSorted()

  collector.enter('/a.html', bytes('<img src="/images/test-one.webp">'))
  collector.enter('/b.html', bytes('<img src="/images/test-one.webp"> /images/never-made.webp'))
  expect(await collect()).toEqual([['/images/test-one.webp', true]])
  expect(await collect()).toEqual([])

  collector.enter('/a.html', bytes('<a href="/files/test-terms.html">'))
  expect(await collect()).toEqual([
    ['/files/test-terms.html', true],
    ['/images/test-two.webp', true],
  ])

  collector.leave('/b.html')
  collector.enter('/a.html', bytes('nothing'))
  expect(await collect()).toEqual([
    ['/files/test-terms.html', false],
    ['/images/test-one.webp', false],
    ['/images/test-two.webp', false],
  ])
})

test('the list of the library brings the files of its groups, those that were cut', async () => {
  using folder = createTemporaryFolder()
  const store = openStore(folder.path)
  const hashes = noteHashes(path.join(folder.path, 'hashes.txt'))
  const collector = createMediaCollector(store, hashes, ({ hash }) =>
    readFileSync(store.fileOf(hash)),
  )
  const mark = '00aa00aa00aa00aa'
  const library = { weights: ['400', '600'], mark, shared: {}, groups: ['幕间', '场'] }
  for (const [address, text] of [
    ['fonts/library-test1a.json', JSON.stringify(library)],
    [`fonts/serif-400-5e55_95f4-${mark}.woff2`, 'one'],
    [`fonts/serif-600-573a-${mark}.woff2`, 'two'],
  ] as const) {
    const file = path.join(folder.path, address.replace('/', '-'))
    writeFileSync(file, text)
    neededFiles().set(address, file)
  }
  collector.enter('/a.html', bytes('{"library":"/fonts/library-test1a.json"}'))
  expect([...(await collector.collect()).keys()]).toEqual([
    '/fonts/library-test1a.json',
    `/fonts/serif-400-5e55_95f4-${mark}.woff2`,
    `/fonts/serif-600-573a-${mark}.woff2`,
  ])
})
