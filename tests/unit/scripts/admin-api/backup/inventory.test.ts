import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listFiles } from '#scripts/admin-api/backup/inventory.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('lists the files of a data folder that is the working directory', async () => {
  using folder = createTemporaryFolder()
  mkdirSync(path.join(folder.path, 'uploads/kept'), { recursive: true })
  writeFileSync(path.join(folder.path, 'uploads/kept/a'), '')
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  process.chdir(folder.path)
  expect(await listFiles('.', false)).toEqual(['uploads/kept/a'])
})
