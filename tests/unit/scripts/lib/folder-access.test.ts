import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkWritable, ensureWritableFolder } from '#scripts/lib/folder-access.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writable-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('names the folder, the cause and the setting if a folder cannot be created', () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'file'), '')
  const blocked = join(folder, 'file', 'cache')
  expect(() => ensureWritableFolder(blocked, 'BUILD_CACHE_DIR')).toThrow(
    /cannot write to .*file\/cache \(ENOTDIR.*set BUILD_CACHE_DIR to another one/,
  )
})

test('accepts a writable folder, and one that does not exist yet', () => {
  const folder = makeFolder()
  expect(() => ensureWritableFolder(join(folder, 'a', 'b'), 'DATA_DIR')).not.toThrow()
  expect(() => checkWritable(join(folder, 'missing'), 'DATA_DIR')).not.toThrow()
})
