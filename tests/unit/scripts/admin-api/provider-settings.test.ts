import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readAdminApiConfig, type Config } from '#scripts/admin-api/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'entracte-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const toPem = (key: KeyObject, type: 'pkcs8' | 'spki') =>
  key.export({ type, format: 'pem' }).toString()
const rsaKey = write('private.pem', toPem(rsa.privateKey, 'pkcs8'))
const rsaPublic = write('public.pem', toPem(rsa.publicKey, 'spki'))
const ecKey = write('AuthKey.p8', toPem(ec.privateKey, 'pkcs8'))

type Settings = Record<string, string>
const SITE = { SITE_URL: 'https://theatre.example' }

interface Provider {
  /** Settings that select the provider; empty where its credentials alone enable it. */
  selection: Settings
  /** Required settings. */
  required: Settings
  /** Whether the provider is enabled. */
  isOn: (config: Config) => boolean
}

const hasGateway = ({ messenger }: Config, name: string): boolean =>
  messenger.provider === 'gateways' && messenger.gateways.some((gateway) => gateway.name === name)

const PROVIDERS: Record<string, Provider> = {
  'SMS by Aliyun': {
    selection: { MESSENGER: 'aliyun' },
    required: {
      ALIYUN_KEY_ID: 'LTAI5tTheatreOfTests',
      ALIYUN_KEY_SECRET: 'AnAccessKeySecretOfTheTests',
      ALIYUN_SMS_SIGN: '测试剧场',
      ALIYUN_SMS_TEMPLATES: 'code.zh-cn=SMS_154950909',
    },
    isOn: (config) => hasGateway(config, 'aliyun'),
  },
  'SMS by Tencent Cloud': {
    selection: { MESSENGER: 'tencent' },
    required: {
      TENCENT_SECRET_ID: 'AKIDTheatreOfTests0123456789',
      TENCENT_SECRET_KEY: 'ASecretKeyOfTheTests',
      TENCENT_SMS_APP: '1400006666',
      TENCENT_SMS_SIGN: '测试剧场',
      TENCENT_SMS_TEMPLATES: 'code.zh-cn=1110001:code',
    },
    isOn: (config) => hasGateway(config, 'tencent'),
  },
  'SMS by Twilio': {
    selection: { MESSENGER: 'twilio' },
    required: {
      ...SITE,
      TWILIO_ACCOUNT: `AC${'3'.repeat(32)}`,
      TWILIO_TOKEN: '4'.repeat(32),
      TWILIO_FROM: '+15017122661',
    },
    isOn: (config) => hasGateway(config, 'twilio'),
  },
  'a message gateway of the venue': {
    selection: { MESSENGER: 'http' },
    required: { MESSENGER_URL: 'https://sms.example.org', MESSENGER_SECRET: 'k'.repeat(32) },
    isOn: (config) => hasGateway(config, 'http'),
  },
  'WeChat Pay': {
    selection: { PAYMENT_PROVIDER: 'wechat' },
    required: {
      ...SITE,
      WECHAT_PAY_MERCHANT: '1900000109',
      WECHAT_PAY_APP: 'wxd678efh567hg6787',
      WECHAT_PAY_API_SECRET: 'k'.repeat(32),
      WECHAT_PAY_CERTIFICATE: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
      WECHAT_PAY_PRIVATE_KEY: rsaKey,
      WECHAT_PAY_PUBLIC_KEYS: `PUB_KEY_ID_01=${rsaPublic}`,
    },
    isOn: ({ wechatPay }) => wechatPay !== null,
  },
  mail: {
    selection: {},
    required: {
      ...SITE,
      MAIL_URL: 'smtps://venue:secret@smtp.example.org',
      MAIL_FROM: 'tickets@example.org',
    },
    isOn: ({ mail }) => mail.provider === 'smtp',
  },
  'sign-in with Google by redirect': {
    selection: { GOOGLE_CLIENT_SECRET: 'secret-of-theatre' },
    required: { ...SITE, GOOGLE_CLIENT_ID: '12-ab.apps.googleusercontent.com' },
    isOn: ({ signIn }) => signIn.google !== null && signIn.google.secret !== null,
  },
  'an official account of WeChat': {
    selection: {},
    required: {
      ...SITE,
      WECHAT_ACCOUNT_APP: 'wx2421b1c4370ec43b',
      WECHAT_ACCOUNT_SECRET: 'd4624c36b6795d1d99dcf0547af5443d',
    },
    isOn: ({ wechatAccount }) => wechatAccount !== null,
  },
  Alipay: {
    selection: { PAYMENT_PROVIDER: 'alipay' },
    required: {
      ...SITE,
      ALIPAY_APP: '2021000122671080',
      ALIPAY_SELLER: '2088102147948060',
      ALIPAY_PRIVATE_KEY: rsaKey,
      ALIPAY_PUBLIC_KEYS: rsaPublic,
    },
    isOn: ({ alipay }) => alipay !== null,
  },
  Stripe: {
    selection: { PAYMENT_PROVIDER: 'stripe' },
    required: {
      STRIPE_SECRET_KEY: 'sk_live_51TheatreOfTheTests',
      STRIPE_WEBHOOK_SECRET: 'whsec_oldSecretOfTheEndpoint',
    },
    isOn: ({ stripe }) => stripe !== null,
  },
  'sign-in with WeChat': {
    selection: {},
    required: {
      ...SITE,
      WECHAT_WEBSITE_APP: 'wxed382be4b54bb0da',
      WECHAT_WEBSITE_SECRET: 'd4624c36b6795d1d99dcf0547af5443d',
    },
    isOn: ({ wechatWebsite }) => wechatWebsite !== null,
  },
  'sign-in with Apple': {
    selection: {},
    required: {
      ...SITE,
      APPLE_CLIENT_ID: 'example.theatre.signin',
      APPLE_TEAM: 'ABCDE12345',
      APPLE_KEY_ID: 'KEY1234567',
      APPLE_KEY: ecKey,
    },
    isOn: ({ signIn }) => signIn.apple !== null,
  },
  'sign-in with Microsoft': {
    selection: {},
    required: {
      ...SITE,
      MICROSOFT_CLIENT_ID: 'client',
      MICROSOFT_CLIENT_SECRET: 'secret-of-theatre',
    },
    isOn: ({ signIn }) => signIn.microsoft !== null,
  },
  'sign-in with an OpenID provider': {
    selection: {},
    required: {
      ...SITE,
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'client',
      OIDC_CLIENT_SECRET: 'secret-of-theatre',
      OIDC_LABEL: 'Theatre ID',
    },
    isOn: ({ signIn }) => signIn.oidc !== null,
  },
}

/** Configuration errors at a start in production, one per line. */
function readFaults(settings: Settings): string[] {
  try {
    readAdminApiConfig({ NODE_ENV: 'production', ...settings })
    return []
  } catch (error) {
    return String(error).split('\n  ').slice(1)
  }
}

const readProduction = (settings: Settings): Config =>
  readAdminApiConfig({ NODE_ENV: 'production', ...settings })

/** All subsets of the names, the empty and the full one included. */
const listSubsets = (names: readonly string[]): string[][] =>
  Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((_name, index) => (bits >> index) % 2 === 1),
  )

describe.each(Object.entries(PROVIDERS))('%s in production', (_, { selection, required, isOn }) => {
  const names = Object.keys(required)
  const isSelected = (present: readonly string[]) =>
    Object.keys(selection).length > 0 || present.some((name) => name !== 'SITE_URL')

  test('is enabled with all of its settings, and disabled without any', () => {
    expect(readFaults({ ...selection, ...required })).toEqual([])
    expect(isOn(readProduction({ ...selection, ...required }))).toBe(true)
    expect(isOn(readProduction({}))).toBe(false)
  })

  test('names each missing setting in one line, for every combination', () => {
    for (const present of listSubsets(names)) {
      const settings = Object.fromEntries(present.map((name) => [name, required[name] ?? '']))
      const missing = isSelected(present) ? names.filter((name) => !present.includes(name)) : []
      const faults = readFaults({ ...selection, ...settings })
      expect(new Set(faults.map((line) => line.split(':')[0]))).toEqual(new Set(missing))
      expect(faults).toHaveLength(missing.length)
      for (const line of faults) expect(line).toMatch(/: not set, expected \S/)
    }
  })
})

/** Typical malformed values of each variable. */
const MALFORMED: Record<string, readonly string[]> = {
  ALIYUN_KEY_ID: ['LTAI5t TheatreOfTests'],
  ALIYUN_KEY_SECRET: ['a secret'],
  ALIYUN_SMS_SIGN: ['【测试剧场】', '测试 剧场', '剧'.repeat(21)],
  ALIYUN_SMS_TEMPLATES: ['SMS_154950909', 'show_moved.en=SMS_1', 'code.xx=SMS_1', 'kode.en=SMS_1'],
  TENCENT_SECRET_ID: ['AKID TheatreOfTests'],
  TENCENT_SECRET_KEY: ['a key'],
  TENCENT_SMS_APP: ['app', '1400'],
  TENCENT_SMS_SIGN: ['[测试剧场】'],
  TENCENT_SMS_TEMPLATES: [
    '1110001',
    'code.zh-cn=1110001',
    'code.zh-cn=1110001:kode',
    'code.zh-cn=SMS_1:code',
  ],
  TWILIO_ACCOUNT: ['AC33'],
  TWILIO_TOKEN: ['token'],
  TWILIO_FROM: ['15017122661', 'Theatre'],
  MESSENGER_URL: ['sms.example.org', 'ftp://sms.example.org'],
  MESSENGER_SECRET: ['short'],
  WECHAT_PAY_MERCHANT: ['wx1'],
  WECHAT_PAY_APP: ['1900000109'],
  WECHAT_PAY_API_SECRET: ['k'.repeat(31)],
  WECHAT_PAY_CERTIFICATE: ['5157f09e'],
  WECHAT_PAY_PRIVATE_KEY: ['/nowhere.pem', rsaPublic],
  WECHAT_PAY_PUBLIC_KEYS: [rsaPublic, 'PUB_KEY_ID_01=/nowhere.pem'],
  WECHAT_PAY_URL: ['api.mch.weixin.qq.com'],
  WECHAT_ACCOUNT_APP: ['gh_theatre'],
  WECHAT_ACCOUNT_SECRET: ['short'],
  WECHAT_WEBSITE_APP: ['gh_theatre'],
  WECHAT_WEBSITE_SECRET: ['short'],
  ALIPAY_APP: ['wx1'],
  ALIPAY_SELLER: ['theatre@example.org'],
  ALIPAY_PRIVATE_KEY: ['/nowhere.pem', rsaPublic],
  ALIPAY_PUBLIC_KEYS: ['/nowhere.pem', `${rsaPublic} /nowhere.pem`],
  ALIPAY_URL: ['openapi.alipay.com'],
  STRIPE_SECRET_KEY: ['pk_live_51TheatreOfTheTests'],
  STRIPE_WEBHOOK_SECRET: ['secret', 'whsec_oldSecretOfTheEndpoint,whsec_newSecretOfTheEndpoint'],
  STRIPE_URL: ['//api.stripe.com'],
  MAIL_URL: ['smtp.example.org', 'https://smtp.example.org'],
  MAIL_FROM: ['Theatre <tickets@example.org>'],
  GOOGLE_CLIENT_ID: ['12-ab'],
  GOOGLE_CLIENT_SECRET: ['a secret'],
  APPLE_CLIENT_ID: ['a theatre'],
  APPLE_TEAM: ['team'],
  APPLE_KEY_ID: ['key'],
  APPLE_KEY: ['/nowhere.p8', rsaKey],
  MICROSOFT_CLIENT_ID: ['a client'],
  MICROSOFT_CLIENT_SECRET: ['short'],
  OIDC_ISSUER: ['id.example', 'http://id.example'],
  OIDC_CLIENT_ID: ['a client'],
  OIDC_CLIENT_SECRET: ['short'],
  OIDC_LABEL: [' ', 'x'.repeat(41)],
  SITE_URL: ['theatre.example'],
}

describe.each(Object.entries(PROVIDERS))(
  'malformed settings of %s in production',
  (_, { selection, required }) => {
    test('reports each malformed value in one line', () => {
      for (const name of Object.keys(required)) {
        expect(MALFORMED, `malformed values of ${name}`).toHaveProperty(name)
        for (const value of MALFORMED[name] ?? []) {
          const faults = readFaults({ ...selection, ...required, [name]: value })
          expect(faults, `${name}=${value}`).toEqual([
            expect.stringMatching(new RegExp(`^${name}: given .+, expected .+`)),
          ])
        }
      }
    })
  },
)

test.each(['WECHAT_PAY_URL', 'ALIPAY_URL', 'STRIPE_URL', 'GOOGLE_CLIENT_SECRET'])(
  'reports a malformed %s',
  (name) => {
    for (const value of MALFORMED[name] ?? []) {
      const faults = readFaults({ [name]: value }).filter((line) => line.startsWith(name))
      expect(faults).toEqual([expect.stringMatching(': given .+, expected ')])
    }
  },
)

test('reports the missing settings of several providers together', () => {
  const faults = readFaults({
    PAYMENT_PROVIDER: 'wechat,alipay,stripe',
    MESSENGER: 'aliyun,twilio',
    APPLE_TEAM: 'ABCDE12345',
  })
  const names = faults.map((line) => line.split(':')[0])
  expect(names).toEqual(
    expect.arrayContaining([
      'WECHAT_PAY_APP',
      'ALIPAY_APP',
      'STRIPE_SECRET_KEY',
      'ALIYUN_SMS_SIGN',
      'TWILIO_FROM',
      'APPLE_KEY',
    ]),
  )
})

test.each(['outbox,aliyun', 'none,twilio', 'aliyun,aliyun', 'email', ''])(
  'refuses MESSENGER=%s, or treats an empty one as not set',
  (MESSENGER) => {
    const faults = readFaults({ MESSENGER })
    expect(faults).toEqual(
      MESSENGER === '' ? [] : [expect.stringContaining('expected outbox, none, or names of')],
    )
  },
)

describe('Alipay keys', () => {
  const base = { PAYMENT_PROVIDER: 'alipay', ...PROVIDERS['Alipay']?.required }
  const bare = write(
    'public.txt',
    rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  )

  test.each([
    ['PKCS #1 in PEM', 'pkcs1', 'pem'],
    ['PKCS #8 in PEM', 'pkcs8', 'pem'],
    ['PKCS #1 in bare base64', 'pkcs1', 'der'],
    ['PKCS #8 in bare base64', 'pkcs8', 'der'],
  ] as const)('are accepted as %s', (name, type, format) => {
    const key =
      format === 'pem'
        ? rsa.privateKey.export({ type, format }).toString()
        : rsa.privateKey.export({ type, format }).toString('base64')
    const { alipay } = readProduction({
      ...base,
      ALIPAY_PRIVATE_KEY: write(name.replaceAll(' ', '-'), key),
      ALIPAY_PUBLIC_KEYS: `${rsaPublic} ${bare}`,
    })
    expect(alipay?.privateKey).toBe(toPem(rsa.privateKey, 'pkcs8'))
    const pem = toPem(rsa.publicKey, 'spki')
    expect(alipay?.publicKeys.map((one) => one.pem)).toEqual([pem, pem])
  })

  test.each([
    [{ ALIPAY_PRIVATE_KEY: rsaPublic }, /^ALIPAY_PRIVATE_KEY: given ".*", expected the file of/],
    [{ ALIPAY_PUBLIC_KEYS: `${rsaPublic} /nowhere` }, /^ALIPAY_PUBLIC_KEYS: .*expected files of/],
    [{ ALIPAY_APP: 'wx1' }, /^ALIPAY_APP: .*expected a number with 16 digits/],
  ])('are reported when unusable (%#)', (settings, fault) => {
    expect(readFaults({ ...base, ...settings })).toEqual([expect.stringMatching(fault)])
  })

  test('must be certificates if the app uses one', () => {
    const certificate = write(
      'app.crt',
      '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    )
    const app = { ALIPAY_APP_CERTIFICATE: certificate }
    const root = { ALIPAY_ROOT_CERTIFICATE: certificate }
    expect(readFaults({ ...base, ...root })).toEqual([
      expect.stringMatching(/^ALIPAY_APP_CERTIFICATE: not set, expected/),
    ])
    const faults = readFaults({ ...base, ...app })
    expect(faults).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ALIPAY_ROOT_CERTIFICATE: not set, expected/),
        expect.stringMatching(/^ALIPAY_PUBLIC_KEYS: .*expected certificates of Alipay/),
      ]),
    )
    expect(faults).toHaveLength(2)
  })
})

describe('key files', () => {
  const wechat = { PAYMENT_PROVIDER: 'wechat', ...PROVIDERS['WeChat Pay']?.required }
  const read = (settings: Settings) => readFaults({ ...wechat, ...settings })
  const missing = join(folder, 'missing.pem')

  test('reports a missing file', () => {
    expect(read({ WECHAT_PAY_PRIVATE_KEY: missing })).toEqual([
      `WECHAT_PAY_PRIVATE_KEY: given "${missing}", expected the file of a private key, such as apiclient_key.pem: file ${missing} does not exist`,
    ])
    const [fault] = read({ WECHAT_PAY_PUBLIC_KEYS: `OLD=${rsaPublic} NEW=${missing}` })
    expect(fault).toMatch(/separated by spaces: file .*missing\.pem does not exist$/)
  })

  test('reports a file without the expected key', () => {
    expect(read({ WECHAT_PAY_PRIVATE_KEY: rsaPublic })).toEqual([
      expect.stringMatching(/: .*public\.pem has unexpected content$/),
    ])
  })

  test('reports a folder and an unreadable file with the reason', () => {
    expect(read({ WECHAT_PAY_PRIVATE_KEY: folder })).toEqual([expect.stringMatching(/: EISDIR/)])
    const foreign = write('foreign.pem', 'x')
    chmodSync(foreign, 0)
    // Root can read every file.
    const reason = process.getuid?.() === 0 ? 'has unexpected content' : 'may not read'
    expect(read({ WECHAT_PAY_PRIVATE_KEY: foreign })).toEqual([expect.stringContaining(reason)])
  })

  test.each([
    ['WECHAT_PAY_PRIVATE_KEY', toPem(rsa.privateKey, 'pkcs8')],
    [
      'ALIPAY_PRIVATE_KEY',
      rsa.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    ],
    ['APPLE_KEY', toPem(ec.privateKey, 'pkcs8')],
  ])('detects a key given in place of its path, and never prints it (%s)', (name, key) => {
    const fault = read({ [name]: key }).find((line) => line.startsWith(name))
    expect(fault).toMatch(/: given \d+ characters, expected .*: this is the key itself/)
    expect(fault).not.toContain(key.slice(30, 50))
  })
})

describe('sign-in settings', () => {
  const base = PROVIDERS['sign-in with an OpenID provider']?.required ?? {}

  test.each([
    ['http://id.example', false],
    ['https://id.example', true],
    ['http://127.0.0.1:8080', true],
    ['id.example', false],
  ])('accepts the issuer %s: %s', (OIDC_ISSUER, isAccepted) => {
    expect(readFaults({ ...base, OIDC_ISSUER })).toHaveLength(isAccepted ? 0 : 1)
  })

  test('refuses an Apple key of another kind and names the expected file', () => {
    const apple = PROVIDERS['sign-in with Apple']?.required
    expect(readFaults({ ...apple, APPLE_KEY: rsaKey })).toEqual([
      expect.stringContaining('expected a file like AuthKey_ABC123DEFG.p8'),
    ])
  })

  test('requires the client ID with a Google client secret', () => {
    const secret = { ...SITE, GOOGLE_CLIENT_SECRET: 'secret-of-theatre' }
    expect(readFaults(secret)).toEqual([
      expect.stringMatching(/^GOOGLE_CLIENT_ID: not set, expected/),
    ])
    const clientId = '12-ab.apps.googleusercontent.com'
    const { signIn } = readProduction({ GOOGLE_CLIENT_ID: clientId })
    expect(signIn.google).toEqual({ clientId, secret: null })
  })
})
