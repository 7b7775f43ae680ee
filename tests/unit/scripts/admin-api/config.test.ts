import { describe, expect, test } from 'vitest'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'

describe('readAdminApiConfig', () => {
  test('has safe defaults for local development', () => {
    expect(readAdminApiConfig({ ADMIN_API_PORT: '' })).toEqual({
      port: 4330,
      host: '127.0.0.1',
      dataDir: '.data',
      mediaCacheDir: expect.stringMatching(/node_modules\/\.cache\/entracte\/media$/),
      database: { kind: 'file', file: '.data/entracte.db' },
      logLevel: 'info',
      mode: 'development',
      trustedProxies: 1,
      authMode: 'bound',
      messenger: { provider: 'outbox' },
      mail: { provider: 'outbox', from: 'outbox@localhost.test' },
      smsPerHour: 500,
      paymentProviders: ['sandbox'],
      wechatPay: null,
      wechatAccount: null,
      wechatWebsite: null,
      signIn: { google: null, apple: null, microsoft: null, oidc: null },
      alipay: null,
      stripe: null,
      scanner: { provider: 'none' },
      hasApiDocs: true,
      loginChallenge: 'proof-of-work',
      metrics: { host: '127.0.0.1' },
    })
  })

  test('counts the site server as one proxy more', () => {
    expect(readAdminApiConfig({ TRUSTED_PROXIES: '1' }).trustedProxies).toBe(2)
  })

  test('names every invalid variable and its expected value', () => {
    const read = () => readAdminApiConfig({ ADMIN_API_PORT: '70000', LOG_LEVEL: 'loud' })
    expect(read).toThrow(
      /ADMIN_API_PORT: given "70000", expected a port number.*LOG_LEVEL: given "loud", expected one of/s,
    )
  })

  test('refuses development-only providers in production', { tags: ['S7.02'] }, () => {
    const read = () => readAdminApiConfig({ NODE_ENV: 'production', MESSENGER: 'outbox' })
    expect(read).toThrow(/MESSENGER: given "outbox", expected gateways/)
  })

  test('defaults to no providers in production', { tags: ['S7.02'] }, () => {
    expect(readAdminApiConfig({ NODE_ENV: 'production' })).toMatchObject({
      messenger: { provider: 'none' },
      mail: { provider: 'none' },
      paymentProviders: ['none'],
    })
  })

  test('names every missing or invalid WeChat Pay setting', () => {
    const read = () =>
      readAdminApiConfig({
        PAYMENT_PROVIDER: 'wechat',
        WECHAT_PAY_MERCHANT: '1900000109',
        WECHAT_PAY_PRIVATE_KEY: '/nowhere/apiclient_key.pem',
        WECHAT_PAY_API_SECRET: 'too short',
      })
    const faults = [
      'WECHAT_PAY_API_SECRET: given 9 characters, expected the 32 characters of the APIv3 key',
      'WECHAT_PAY_PRIVATE_KEY: given "/nowhere/apiclient_key.pem", expected the file of a private key',
      'WECHAT_PAY_APP: not set, expected the id of the app',
      'WECHAT_PAY_CERTIFICATE: not set, expected the serial number',
      'WECHAT_PAY_PUBLIC_KEYS: not set, expected PUB_KEY_ID_',
      'SITE_URL: not set, expected the public address of the site',
    ]
    for (const fault of faults) expect(read).toThrow(fault)
    expect(read).not.toThrow('WECHAT_PAY_MERCHANT')
  })

  test('names each missing WeChat official account setting in one line', () => {
    const read = (settings: Record<string, string>) => () => readAdminApiConfig(settings)
    const app = { WECHAT_ACCOUNT_APP: 'wx2421b1c4370ec43b' }
    const secret = { WECHAT_ACCOUNT_SECRET: 'd4624c36b6795d1d99dcf0547af5443d' }
    const site = { SITE_URL: 'https://theatre.example' }
    expect(read({ ...app, ...site })).toThrow(/1 fault:\n.*WECHAT_ACCOUNT_SECRET: not set/)
    expect(read({ ...secret, ...site })).toThrow(/1 fault:\n.*WECHAT_ACCOUNT_APP: not set/)
    expect(read({ ...app, ...secret })).toThrow(/1 fault:\n.*SITE_URL: not set/)
    expect(read({ ...secret, WECHAT_ACCOUNT_APP: 'gh_theatre' })).toThrow(/expected an id like wx/)
    expect(read({ ...app, WECHAT_ACCOUNT_SECRET: 'short' })).toThrow(/given 5 characters/)
    expect(read({ ...app, ...secret, ...site })().wechatAccount?.appid).toBe('wx2421b1c4370ec43b')
  })

  test('requires the URL and the secret of a message gateway', () => {
    const gateway = { MESSENGER: 'http', MESSENGER_URL: 'https://sms.example.org' }
    expect(() => readAdminApiConfig(gateway)).toThrow(/MESSENGER_SECRET: not set, expected/)
    const key = 'k'.repeat(32)
    expect(readAdminApiConfig({ ...gateway, MESSENGER_SECRET: key }).messenger).toEqual({
      provider: 'gateways',
      gateways: [{ name: 'http', url: 'https://sms.example.org', secret: key }],
    })
  })

  test('requires the sender and the site URL for a mail server', () => {
    const url = 'smtps://venue:p%40ss@smtp.example.org'
    const others = { MAIL_FROM: 'tickets@example.org', SITE_URL: 'https://www.example.org' }
    const read = (settings: Record<string, string>) => () =>
      readAdminApiConfig({ NODE_ENV: 'production', ...settings }).mail
    expect(read({ MAIL_URL: url, ...others })()).toEqual({
      provider: 'smtp',
      url,
      from: 'tickets@example.org',
    })
    expect(read({ MAIL_URL: url })).toThrow(
      /2 faults:\n.*MAIL_FROM: not set.*\n.*SITE_URL: not set/,
    )
    expect(read(others)).toThrow(/1 fault:\n.*MAIL_URL: not set, expected an address like smtps:/)
    expect(read({ ...others, MAIL_FROM: 'tickets' })).toThrow(/expected an e-mail address/)
    const wrong = read({ MAIL_URL: url.replace('smtps', 'https'), ...others })
    expect(wrong).toThrow(/MAIL_URL: given \d+ characters, expected an address like smtps:/)
    expect(wrong).not.toThrow(/p%40ss/)
  })

  test('reads a list of payment providers', () => {
    const read = (PAYMENT_PROVIDER: string, NODE_ENV = 'test') =>
      readAdminApiConfig({ PAYMENT_PROVIDER, NODE_ENV }).paymentProviders
    expect(read('none')).toEqual(['none'])
    expect(read('sandbox')).toEqual(['sandbox'])
    expect(() => read('none,sandbox')).toThrow(/PAYMENT_PROVIDER: .*expected none, or names of/)
    expect(() => read('sandbox,sandbox')).toThrow(/expected none, or names of/)
    expect(() => read('paypal')).toThrow(/expected none, or names of/)
    expect(() => read('sandbox, wechat')).toThrow(/WECHAT_PAY_MERCHANT: not set/)
    expect(() => read('sandbox', 'production')).toThrow(/expected no sandbox in production/)
    expect(() => read('sandbox,stripe', 'production')).toThrow(/expected no sandbox in production/)
  })

  test('names each missing Stripe setting in one line', () => {
    const key = { STRIPE_SECRET_KEY: 'sk_live_51TheatreOfTheTests' }
    const secret = {
      STRIPE_WEBHOOK_SECRET: 'whsec_oldSecretOfTheEndpoint whsec_newSecretOfTheEndpoint',
    }
    const read = (settings: Record<string, string>) =>
      readAdminApiConfig({ NODE_ENV: 'production', PAYMENT_PROVIDER: 'stripe', ...settings })
    expect(() => read({})).toThrow(/STRIPE_SECRET_KEY: not set.*\n.*STRIPE_WEBHOOK_SECRET: not set/)
    expect(() => read(key)).toThrow(/1 fault:\n.*STRIPE_WEBHOOK_SECRET: not set/)
    expect(() => read(secret)).toThrow(/1 fault:\n.*STRIPE_SECRET_KEY: not set/)
    expect(() => read({ ...secret, STRIPE_SECRET_KEY: 'pk_live_51TheatreOfTheTests' })).toThrow(
      /STRIPE_SECRET_KEY: given 27 characters, expected a key like sk_live_/,
    )
    expect(() => read({ ...key, STRIPE_WEBHOOK_SECRET: 'secret' })).toThrow(/expected whsec_/)
    expect(read({ ...key, ...secret }).stripe?.webhookSecrets).toHaveLength(2)
  })
})
