import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { knowNothing, readHashCache, writeHashCache } from '#scripts/serve/hash-files.ts'
import { readManifest } from '#scripts/serve/manifest.ts'
import { makeFolder, writeSite } from '#tests/serve/fixture-site.ts'

test('lists what may be served: no hidden files, no links, no header map', async () => {
  const root = await makeFolder()
  await writeSite(root, {
    'index.html': 'a',
    '.env': 'secret',
    '.git/config': 'secret',
    '.well-known/security.txt': 'b',
    '_headers.json': '{}',
    'drama/_headers.json': '{}',
  })
  await symlink('/etc/passwd', path.join(root, 'passwd.txt'))
  const { files } = await readManifest(root)
  expect([...files.keys()].toSorted()).toEqual([
    '/.well-known/security.txt',
    '/drama/_headers.json',
    '/index.html',
  ])
})

test.each([
  '/drama/home',
  '/drama/home/',
  '/drama/home.html',
  'drama/home',
  '/drama/home/index.html',
])('finds the page that the header map calls %s', async (key) => {
  const root = await makeFolder()
  const map = { [key]: { 'Content-Security-Policy': "default-src 'none'" } }
  await writeSite(root, { 'drama/home.html': 'a', '_headers.json': JSON.stringify(map) })
  const { files } = await readManifest(root)
  expect(files.get('/drama/home.html')?.headers).toEqual({
    'content-security-policy': "default-src 'none'",
  })
})

test.each([
  ['/', '/index.html'],
  ['/en', '/en.html'],
  ['/en', '/en/index.html'],
  ['/404', '/404.html'],
])('gives the headers of %s to %s', async (key, file) => {
  const root = await makeFolder()
  await writeSite(root, { [file]: 'a', '_headers.json': JSON.stringify({ [key]: { a: 'b' } }) })
  expect((await readManifest(root)).files.get(file)?.headers).toEqual({ a: 'b' })
})

test('reads a header map beside the folder', async () => {
  const root = path.join(await makeFolder(), 'dist')
  await writeSite(root, { 'index.html': 'a' })
  await writeFile(`${root}.headers.json`, JSON.stringify({ '/': { a: 'b' } }))
  expect((await readManifest(root)).files.get('/index.html')?.headers).toEqual({ a: 'b' })
})

test('refuses a header map that is damaged: pages would lose their policy', async () => {
  const root = await writeSite(await makeFolder(), {
    'index.html': 'a',
    '_headers.json': '{"/":1}',
  })
  await expect(readManifest(root)).rejects.toThrow()
})

test('knows unchanged files from the last start and reads changed ones again', async () => {
  const folder = await makeFolder()
  const root = await writeSite(path.join(folder, 'dist'), { 'a.html': 'a', 'b.html': 'b' })
  const cache = path.join(folder, 'hashes.json')
  const known = knowNothing()
  const first = await readManifest(root, known)
  await writeHashCache(cache, known)

  await writeFile(path.join(root, 'b.html'), 'bb')
  const again = await readHashCache(cache)
  const second = await readManifest(root, again)
  const hashes = (key: string) => [first, second].map(({ files }) => files.get(key)?.hash)
  expect(new Set(hashes('/a.html')).size).toBe(1)
  expect(new Set(hashes('/b.html')).size).toBe(2)
  const file = path.join(root, 'a.html')
  expect(again.used.get(file)).toBe(again.before.get(file))
})

test('starts from nothing when the cache of hashes is damaged', async () => {
  const cache = path.join(await makeFolder(), 'hashes.json')
  await writeFile(cache, '{"a": 1}')
  expect((await readHashCache(cache)).before.size).toBe(0)
})
