import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from '#scripts/lib/lock-data-dir.ts'
import {
  readServerAddress,
  readSettingsAddress,
  writeServerAddress,
} from '#scripts/lib/server-address.ts'
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

test('the address by the settings has brackets around an IPv6 host', () => {
  expect(readSettingsAddress({})).toBe('http://127.0.0.1:4321')
  expect(readSettingsAddress({ SITE_HOST: '::1', SITE_PORT: '80' })).toBe('http://[::1]:80')
})
