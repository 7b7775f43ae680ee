import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeAtomically } from '#integrations/media/write-atomically.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('writes one file correctly in concurrent calls', async () => {
  using folder = createTemporaryFolder()
  const file = path.join(folder.path, 'tones/11fb')
  await Promise.all(Array.from({ length: 20 }, () => writeAtomically(file, 'paper')))
  expect(await readFile(file, 'utf8')).toBe('paper')
  expect(await readdir(path.dirname(file))).toEqual(['11fb'])
})
