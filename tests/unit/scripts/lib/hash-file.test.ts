import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashFile } from '#scripts/lib/hash-file.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test.each([0, 4 * 1024 ** 2, 4 * 1024 ** 2 + 1])('hashes a file of %i bytes', async (size) => {
  using folder = createTemporaryFolder()
  const file = join(folder.path, 'file')
  const content = Buffer.alloc(size, 'text')
  writeFileSync(file, content)
  expect(await hashFile(file)).toEqual({ hash: hash('sha256', content), size })
})
