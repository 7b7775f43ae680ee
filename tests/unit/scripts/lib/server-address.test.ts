import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from '#scripts/lib/lock-data-dir.ts'
import { writeServerAddress, readServerAddress } from '#scripts/lib/server-address.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('returns the address of a running server, and none of a killed one', async () => {
  const folder = createTemporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const server = lockDataDir(folder.path, 0)
  expect(readServerAddress(folder.path)).toBeUndefined()
  await writeServerAddress(folder.path, 'http://127.0.0.1:4400')
  expect(readServerAddress(folder.path)).toBe('http://127.0.0.1:4400')
  // The address file remains, as after a crash.
  server.release()
  expect(readServerAddress(folder.path)).toBeUndefined()
})
