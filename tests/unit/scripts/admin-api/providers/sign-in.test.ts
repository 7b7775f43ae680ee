import { generateKeyPairSync } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProviders } from '#scripts/admin-api/providers/sign-in/create-providers.ts'
import { loadSigningKey } from '#scripts/admin-api/providers/sign-in/embedded.ts'
import type { SignInConfig } from '#scripts/admin-api/providers/sign-in/settings.ts'
import { createSecrets } from '#scripts/admin-api/security/secrets.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const secrets = createSecrets('s'.repeat(32))
const WECHAT = {
  secret: 'd'.repeat(32),
  apiUrl: 'https://api.example',
  openUrl: 'https://o.example',
}

type Mode = 'development' | 'test' | 'production'

async function listProviders(
  mode: Mode,
  configuredProviders: Partial<SignInConfig> = {},
  isWechat = false,
) {
  using folder = createTemporaryFolder()
  const signIn = { google: null, apple: null, microsoft: null, oidc: null, ...configuredProviders }
  const providers = await createProviders({
    config: {
      mode,
      dataDir: folder.path,
      signIn,
      wechatWebsite: isWechat ? { appid: 'wx1', ...WECHAT } : null,
      wechatAccount: null,
    },
    secrets,
    now: Date.now,
  })
  return {
    offered: providers.describe('en').map(({ provider, kind }) => `${provider} by ${kind}`),
    hasEmbedded: providers.embedded !== null,
  }
}

const google = { clientId: 'id', secret: null }

test('offers test accounts in development', async () => {
  expect(await listProviders('development')).toEqual({
    offered: ['embedded by script'],
    hasEmbedded: true,
  })
})

test.each(['development', 'production'] as const)(
  'replaces test accounts by configured providers (%s)',
  async (mode) => {
    expect(await listProviders(mode, { google })).toEqual({
      offered: ['google by script'],
      hasEmbedded: false,
    })
    const client = { clientId: 'id', secret: 'secret' }
    const oidc = { ...client, issuer: 'https://id.example', label: 'Theatre ID' }
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const apple = { clientId: 'id', team: 'TEAM', keyId: 'KEY', key }
    const microsoft = { ...client, tenant: 'common' }
    expect(await listProviders(mode, { google, apple, microsoft, oidc }, true)).toEqual({
      offered: [
        'wechat by redirect',
        'google by script',
        'apple by redirect',
        'microsoft by redirect',
        'oidc by redirect',
      ],
      hasEmbedded: false,
    })
  },
)

test('offers Google by redirect only with a client secret', async () => {
  using folder = createTemporaryFolder()
  const open = (secret: string | null) =>
    createProviders({
      config: {
        mode: 'test',
        dataDir: folder.path,
        signIn: { google: { clientId: 'id', secret }, apple: null, microsoft: null, oidc: null },
        wechatWebsite: null,
        wechatAccount: null,
      },
      secrets,
      now: Date.now,
    })
  expect((await open(null)).describe('en')).toMatchObject([{ start: null }])
  expect((await open('secret')).describe('en')).toMatchObject([
    { kind: 'script', start: '/api/sign-in/google/start' },
  ])
})

test('offers no third-party sign-in in production without a provider', async () => {
  expect(await listProviders('production')).toEqual({ offered: [], hasEmbedded: false })
})

test('generates one signing key per data folder, readable by its owner only', () => {
  using folder = createTemporaryFolder()
  using other = createTemporaryFolder()
  const key = loadSigningKey(folder.path)
  expect(loadSigningKey(folder.path)).toEqual(key)
  expect(loadSigningKey(other.path)).not.toEqual(key)
  expect(statSync(join(folder.path, 'sign-in-key.json')).mode & 0o777).toBe(0o600)
})
