import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir, LockedError } from '#scripts/lib/lock-data-dir.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

function makeFolder(): string {
  const folder = createTemporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder.path
}

test('only one server holds a folder; the next takes it when that one lets go', () => {
  const folder = makeFolder()
  const lock = lockDataDir(folder, 0)
  expect(() => lockDataDir(folder, 0)).toThrow(LockedError)
  lock.release()
  lockDataDir(folder, 0).release()
})

test('a lock writes no journal: the disk may be full', () => {
  const folder = makeFolder()
  const lock = lockDataDir(folder, 0)
  onTestFinished(() => lock.release())
  expect(readdirSync(folder).toSorted()).toEqual(['server.lock.db', 'server.pid'])
})

test('a damaged lock is replaced, and locks', () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'server.lock.db'), 'no database '.repeat(1000))
  const lock = lockDataDir(folder, 0)
  onTestFinished(() => lock.release())
  expect(() => lockDataDir(folder, 0)).toThrow(LockedError)
})
