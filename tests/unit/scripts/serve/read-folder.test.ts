import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFolder } from '#scripts/serve/read-folder.ts'
import { makeFolder, writeSite } from '#tests/serve/fixture-site.ts'

test('lists no hidden files, links or header map of a site folder', async () => {
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
  const { files } = await readFolder(root)
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
])('finds the page of the header map key %s', async (key) => {
  const root = await makeFolder()
  const map = { [key]: { 'Content-Security-Policy': "default-src 'none'" } }
  await writeSite(root, { 'drama/home.html': 'a', '_headers.json': JSON.stringify(map) })
  const { files } = await readFolder(root)
  expect(files.get('/drama/home.html')?.headers).toEqual({
    'content-security-policy': "default-src 'none'",
  })
})

test.each([
  ['/', '/index.html'],
  ['/en', '/en.html'],
  ['/en', '/en/index.html'],
  ['/404', '/404.html'],
])('applies the headers of %s to %s', async (key, file) => {
  const root = await makeFolder()
  await writeSite(root, { [file]: 'a', '_headers.json': JSON.stringify({ [key]: { a: 'b' } }) })
  expect((await readFolder(root)).files.get(file)?.headers).toEqual({ a: 'b' })
})

test('reads a header map beside the folder', async () => {
  const root = path.join(await makeFolder(), 'dist')
  await writeSite(root, { 'index.html': 'a' })
  await writeFile(`${root}.headers.json`, JSON.stringify({ '/': { a: 'b' } }))
  expect((await readFolder(root)).files.get('/index.html')?.headers).toEqual({ a: 'b' })
})

test('refuses a damaged header map, because pages would lose their policy', async () => {
  const root = await writeSite(await makeFolder(), {
    'index.html': 'a',
    '_headers.json': '{"/":1}',
  })
  await expect(readFolder(root)).rejects.toThrow()
})
