import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { neededFiles } from '#integrations/media/media-store.ts'
import { createMediaCollector } from '#scripts/publish/live-builder/collect-media.ts'
import type { StoredFile } from '#scripts/publish/built-site.ts'
import { openStore } from '#scripts/publish/store.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('adds media files with the first page that refers to them and removes them with the last', async () => {
  using folder = createTemporaryFolder()
  const store = openStore(folder.path)
  const read = ({ hash }: StoredFile) => readFileSync(store.getFile(hash), 'utf8')
  const collector = createMediaCollector(store, new Map(), read)
  const make = (address: string, text: string) => {
    const file = path.join(folder.path, address.replace('/', '-'))
    writeFileSync(file, text)
    neededFiles.set(address, file)
  }
  make('images/test-one.webp', 'one')
  make('images/test-two.webp', 'two')
  make('files/test-terms.html', '<img src="/images/test-two.webp">')
  const collect = async () =>
    [...(await collector.collect())].map(([name, file]) => [name, file !== null]).toSorted()

  collector.setReferences('/a.html', '<img src="/images/test-one.webp">')
  collector.setReferences('/b.html', '<img src="/images/test-one.webp"> /images/never-made.webp')
  expect(await collect()).toEqual([['/images/test-one.webp', true]])
  expect(await collect()).toEqual([])

  collector.setReferences('/a.html', '<a href="/files/test-terms.html">')
  expect(await collect()).toEqual([
    ['/files/test-terms.html', true],
    ['/images/test-two.webp', true],
  ])

  collector.removeReferences('/b.html')
  collector.setReferences('/a.html', 'nothing')
  expect(await collect()).toEqual([
    ['/files/test-terms.html', false],
    ['/images/test-one.webp', false],
    ['/images/test-two.webp', false],
  ])
})

test('adds the existing font files that a style sheet of slices declares', async () => {
  using folder = createTemporaryFolder()
  const store = openStore(folder.path)
  const collector = createMediaCollector(store, new Map(), ({ hash }) =>
    readFileSync(store.getFile(hash), 'utf8'),
  )
  const names = ['serif-400-00aa00aa00aa00aa', 'serif-600-00bb00bb00bb00bb']
  const rule = (name: string) => `@font-face{src:url(/fonts/${name}.woff2)format("woff2")}`
  for (const [address, text] of [
    ['fonts/slices-test1a.css', [...names, 'serif-900-00cc00cc00cc00cc'].map(rule).join('\n')],
    [`fonts/${names[0]}.woff2`, 'one'],
    [`fonts/${names[1]}.woff2`, 'two'],
  ] as const) {
    const file = path.join(folder.path, address.replace('/', '-'))
    writeFileSync(file, text)
    neededFiles.set(address, file)
  }
  collector.setReferences('/a.html', '{"slices":"/fonts/slices-test1a.css"}')
  expect([...(await collector.collect()).keys()]).toEqual([
    '/fonts/slices-test1a.css',
    `/fonts/${names[0]}.woff2`,
    `/fonts/${names[1]}.woff2`,
  ])
})

test('does not read a file that is stored already', async () => {
  using folder = createTemporaryFolder()
  const store = openStore(folder.path)
  const stored = await store.put('one')
  neededFiles.set('images/test-known.webp', path.join(folder.path, 'missing.webp'))
  const known = new Map([['/images/test-known.webp', stored]])
  const collector = createMediaCollector(store, known, () => '')
  collector.setReferences('/a.html', '<img src="/images/test-known.webp">')
  expect([...(await collector.collect())]).toEqual([['/images/test-known.webp', stored]])
})
