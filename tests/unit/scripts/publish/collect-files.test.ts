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
