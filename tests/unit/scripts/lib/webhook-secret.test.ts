import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError } from '#scripts/lib/read-config.ts'
import { readConfiguredWebhookSecret, readWebhookSecret } from '#scripts/lib/webhook-secret.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('generates the webhook secret once, readable by its owner only', () => {
  using folder = createTemporaryFolder()
  const dataDir = join(folder.path, 'data')
  const [first] = readWebhookSecret(dataDir, {})
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(readWebhookSecret(dataDir, {})).toEqual([first])
  const [file] = readdirSync(dataDir)
  expect(readdirSync(dataDir)).toHaveLength(1)
  expect(statSync(join(dataDir, file ?? '')).mode & 0o777).toBe(0o600)
})

test('uses webhook secrets of the environment, several during a rotation, and writes no file', () => {
  using folder = createTemporaryFolder()
  const environment = {
    CONTENT_WEBHOOK_SECRET: ` ${'n'.repeat(24)}  whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw `,
  }
  const secrets = ['n'.repeat(24), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
  expect(readWebhookSecret(folder.path, environment)).toEqual(secrets)
  expect(readdirSync(folder.path)).toEqual([])
  expect(readConfiguredWebhookSecret({})).toEqual([])
})

test.each([
  ['short', 'whsec_ and base64, or 24 characters'],
  ['whsec_', 'base64 of 24 bytes or more after whsec_'],
  ['whsec_MfKQ9r8GKYqrTwjU', 'base64 of 24 bytes or more after whsec_'],
  ['whsec_not-base64-at-all-but-long-enough-for-a-key!', 'base64 of 24 bytes or more after whsec_'],
])('refuses the webhook secret %s without repeating it', (secret, expected) => {
  const read = () => readConfiguredWebhookSecret({ CONTENT_WEBHOOK_SECRET: secret })
  expect(read).toThrow(new ConfigError(`CONTENT_WEBHOOK_SECRET: expected ${expected}`))
})

test('reports an empty secret file', () => {
  using folder = createTemporaryFolder()
  readWebhookSecret(folder.path, {})
  const [name = ''] = readdirSync(folder.path)
  writeFileSync(join(folder.path, name), '\n')
  expect(() => readWebhookSecret(folder.path, {})).toThrow('contains no secret')
})
