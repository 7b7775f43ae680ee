import { symlink } from 'node:fs/promises'
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

test('reads the headers of a page', async () => {
  const headers = { 'content-security-policy': "default-src 'none'" }
  const map = JSON.stringify({ '/drama/home.html': headers })
  const root = await makeFolder()
  await writeSite(root, { 'drama/home.html': 'a', 'index.html': 'b', '_headers.json': map })
  const { files } = await readFolder(root)
  expect(files.get('/drama/home.html')?.headers).toEqual(headers)
  expect(files.get('/index.html')?.headers).toEqual({})
})

test('refuses a damaged header map, because pages would lose their policy', async () => {
  const root = await writeSite(await makeFolder(), {
    'index.html': 'a',
    '_headers.json': '{"/":1}',
  })
  await expect(readFolder(root)).rejects.toThrow()
})
