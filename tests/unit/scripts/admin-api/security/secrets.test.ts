import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkOrigin } from '#scripts/admin-api/security/check-origin.ts'
import { createSecrets, loadSecret, sign } from '#scripts/admin-api/security/secrets.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('generates the app secret once, readable by its owner only, unless one is configured', () => {
  using folder = createTemporaryFolder()
  const first = loadSecret(folder.path, undefined)
  expect(loadSecret(folder.path, undefined)).toBe(first)
  expect(Buffer.from(first, 'base64url')).toHaveLength(32)
  expect(statSync(join(folder.path, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(loadSecret(folder.path, 'configured')).toBe('configured')
})

test('derives a separate key for each purpose, stable across restarts', () => {
  const [first, second] = [createSecrets('one secret'), createSecrets('one secret')]
  expect(first.deriveKey('download-link')).toEqual(second.deriveKey('download-link'))
  expect(first.deriveKey('download-link')).not.toEqual(first.deriveKey('upload-ticket'))
})

test('separates the parts of a signed text unambiguously', () => {
  const key = createSecrets('one secret').deriveKey('download-link')
  expect(sign(key, 'ab', 'c')).not.toBe(sign(key, 'a', 'bc'))
})

test.each([
  [{ origin: 'https://evil.example', fetchSite: undefined, host: 'house.example' }, true],
  [{ origin: 'null', fetchSite: undefined, host: 'house.example' }, true],
  [{ origin: 'null', fetchSite: undefined, host: undefined }, true],
  [{ origin: undefined, fetchSite: 'cross-site', host: 'house.example' }, true],
  [{ origin: 'https://house.example.evil', fetchSite: undefined, host: 'house.example' }, true],
  [{ origin: 'https://house.example', fetchSite: 'same-origin', host: 'house.example' }, false],
  [{ origin: 'https://public.example', fetchSite: undefined, host: 'inside:4330' }, false],
  [{ origin: undefined, fetchSite: undefined, host: undefined }, false],
])('refuses a write from %j: %s', (caller, refused) => {
  const check = () => checkOrigin(caller, 'https://public.example')
  if (refused) expect(check).toThrow('foreign_origin')
  else expect(check).not.toThrow()
})
