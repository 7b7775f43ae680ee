import { chownSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir, LockedError } from '#scripts/lib/lock-data-dir.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

function makeFolder(): string {
  const folder = createTemporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder.path
}

test('lets one server lock a folder, and the next one after its release', () => {
  const folder = makeFolder()
  const lock = lockDataDir(folder, 0)
  expect(() => lockDataDir(folder, 0)).toThrow(LockedError)
  lock.release()
  lockDataDir(folder, 0).release()
})

test('creates a data folder that only its owner can read', () => {
  const folder = join(makeFolder(), 'data')
  lockDataDir(folder, 0).release()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('writes no journal beside the lock, because the disk may be full', () => {
  const folder = makeFolder()
  const lock = lockDataDir(folder, 0)
  onTestFinished(() => lock.release())
  expect(readdirSync(folder).toSorted()).toEqual(['server.lock.db', 'server.pid'])
})

test('names the user and the remedy if it cannot lock the data folder', () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'taken'), '')
  expect(() => lockDataDir(join(folder, 'taken', 'data'), 0)).toThrow(
    /^The user \S+ cannot write to .*taken\/data \(.*\)\. Give the folder to this user \(chown\)/,
  )
})

// Only root can change the owner of a folder, and only root is refused.
test.runIf(process.getuid?.() === 0).each([
  [65_534, 'nobody'],
  // A user id without a name.
  [1234, "'#1234'"],
])("refuses to lock another user's folder as root: %d", (uid, name) => {
  const folder = makeFolder()
  chownSync(folder, uid, uid)
  expect(() => lockDataDir(folder, 0)).toThrow(`Run the command as that user: sudo -u ${name} …`)
  expect(readdirSync(folder)).toEqual([])
})

test('replaces a damaged lock file', () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'server.lock.db'), 'no database '.repeat(1000))
  const lock = lockDataDir(folder, 0)
  onTestFinished(() => lock.release())
  expect(() => lockDataDir(folder, 0)).toThrow(LockedError)
})
