import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openHashCache } from '#scripts/publish/live-builder/hash-cache.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const STORED = { hash: 'ab'.repeat(32), size: 3 }

test('caches hashes for the next build while files are unchanged', () => {
  using folder = createTemporaryFolder()
  const list = path.join(folder.path, 'cache', 'hashes.txt')
  const file = path.join(folder.path, 'one.webp')
  writeFileSync(file, 'one')

  const first = openHashCache(list)
  expect(first.find('images/one.webp', file)).toBeUndefined()
  first.add('images/one.webp', STORED)
  first.flush()
  appendFileSync(list, `${'cd'.repeat(32)} 3 images/broken`)

  const second = openHashCache(list)
  expect(second.find('images/one.webp', file)).toEqual(STORED)
  expect(second.find('images/two.webp', file)).toBeUndefined()
  expect(second.find('images/one.webp', path.join(folder.path, 'gone.webp'))).toBeUndefined()
  writeFileSync(file, 'longer')
  expect(second.find('images/one.webp', file)).toBeUndefined()
})
