import { chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOrCreateFile } from '#scripts/lib/read-or-create-file.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('creates a file once', () => {
  using folder = createTemporaryFolder()
  const file = join(folder.path, 'secret.key')
  expect(readOrCreateFile(file, () => 'first')).toBe('first')
  expect(readOrCreateFile(file, () => 'second')).toBe('first')
  expect(readdirSync(folder.path)).toEqual(['secret.key'])
})

test('creates a missing folder that only its owner can read', () => {
  using folder = createTemporaryFolder()
  const file = join(folder.path, 'data', 'secret.key')
  readOrCreateFile(file, () => 'text')
  expect(statSync(join(folder.path, 'data')).mode & 0o777).toBe(0o700)
})

test.runIf(process.getuid?.() === 0)(
  'creates no file as root in the folder of another user, which could not read it',
  () => {
    using folder = createTemporaryFolder()
    chownSync(folder.path, 65_534, 65_534)
    const file = join(folder.path, 'secret.key')
    expect(() => readOrCreateFile(file, () => 'text')).toThrow('Run the command as that user')
    expect(readdirSync(folder.path)).toEqual([])
  },
)
