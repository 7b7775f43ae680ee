import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProviders } from '#scripts/admin-api/providers/sign-in/create-providers.ts'
import { loadSigningKey } from '#scripts/admin-api/providers/sign-in/load-signing-key.ts'
import { createSecrets } from '#scripts/admin-api/security/secrets.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const secrets = createSecrets('s'.repeat(32))
const namesOf = (mode: 'development' | 'test' | 'production', googleClientId?: string) => {
  const providers = createProviders({ mode, googleClientId, dataDir: ':memory:' }, secrets)
  return {
    offered: providers.describe('en').map(({ provider }) => provider),
    hasEmbedded: providers.embedded !== null,
  }
}

test('a laptop signs in with test accounts', () => {
  expect(namesOf('development')).toEqual({ offered: ['embedded'], hasEmbedded: true })
})

test('Google takes their place where it is configured', () => {
  expect(namesOf('development', 'id')).toEqual({ offered: ['google'], hasEmbedded: false })
  expect(namesOf('production', 'id')).toEqual({ offered: ['google'], hasEmbedded: false })
})

test('production without Google has no third-party sign-in at all', () => {
  expect(namesOf('production')).toEqual({ offered: [], hasEmbedded: false })
})

test('the signing key is drawn once for a data folder, and is for its owner only', () => {
  using folder = createTemporaryFolder()
  using other = createTemporaryFolder()
  const key = loadSigningKey(folder.path)
  expect(loadSigningKey(folder.path)).toEqual(key)
  expect(loadSigningKey(other.path)).not.toEqual(key)
  expect(statSync(join(folder.path, 'sign-in-key.json')).mode & 0o777).toBe(0o600)
})
