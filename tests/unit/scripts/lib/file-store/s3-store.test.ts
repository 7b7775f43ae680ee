import { expect, test, vi } from 'vitest'
import { createS3Store } from '#scripts/lib/file-store/s3-store.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'

test('a store that cannot be reached is reported with its setting', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'theatre-api')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  const endpoint = `http://127.0.0.1:${await findFreePort()}`
  const store = createS3Store({ bucket: 'theatre', region: 'us-east-1', endpoint })
  await expect(store.write('files/a', 'a')).rejects.toThrow(/STORAGE_URL.*ECONNREFUSED/)
})
