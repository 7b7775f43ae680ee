import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { BuildSettingsSchema } from '#content/build-settings.ts'
import { AdminApiConfigSchema } from '#scripts/admin-api/config.ts'
import { PublishConfigSchema } from '#scripts/publish/config.ts'
import { SiteConfigSchema } from '#scripts/serve/config.ts'
import {
  checkSettings,
  findIneffective,
  findProductionGaps,
  findUnchosenProviders,
  findUnknownSettings,
  SETTING_NAMES,
} from '#scripts/settings.ts'

const PARTS = ['site', 'adminApi', 'publish', 'build'] as const

/** Lines of the error message that the check throws. */
function readFaults(environment: Record<string, string>): string[] {
  try {
    checkSettings(PARTS, environment)
  } catch (error) {
    if (error instanceof Error) return error.message.split('\n').map((line) => line.trim())
  }
  return []
}

describe('checkSettings', () => {
  test('accepts an empty environment', () => {
    expect(readFaults({})).toEqual([])
  })

  test('requires the secrets that processes in production share', () => {
    const shared = { DATABASE_URL: 'postgres://db/theatre', STORAGE_URL: 's3://theatre' }
    expect(readFaults(shared)).toEqual([])
    expect(readFaults({ ...shared, NODE_ENV: 'production' }).slice(1)).toEqual([
      expect.stringMatching(/^APP_SECRET: not set, expected the same for all processes/),
      expect.stringMatching(/^CONTENT_WEBHOOK_SECRET: not set, expected the same/),
    ])
  })

  test('reports the faults of all parts together, each once', () => {
    const faults = readFaults({
      NODE_ENV: 'production',
      SITE_PORT: 'http',
      SITE_URL: 'example.org',
      LOG_LEVEL: 'loud',
      ADMIN_API_PORT: '70000',
      MESSENGER: 'http',
      MESSENGER_SECRET: 'too short',
      PAYMENT_PROVIDER: 'sandbox',
      PUBLISH_BUILD_MINUTES: '0',
      CONTENT_WEBHOOK_SECRET: 'short',
      IMAGE_CDN_TEMPLATE: 'https://cdn.example.org/{url}',
    })
    expect(faults[0]).toBe('The configuration has 10 faults:')
    expect(faults).toEqual(
      expect.arrayContaining([
        'SITE_PORT: given "http", expected a port number from 0 to 65535',
        'SITE_URL: given "example.org", expected an address like https://example.org',
        expect.stringMatching(/^LOG_LEVEL: given "loud", expected one of fatal, error/),
        'ADMIN_API_PORT: given "70000", expected a port number from 0 to 65535',
        'MESSENGER_URL: not set, expected the address of the gateway',
        'MESSENGER_SECRET: given 9 characters, expected at least 32 characters',
        expect.stringMatching(
          /^PAYMENT_PROVIDER: given "sandbox", expected no sandbox in production/,
        ),
        'PUBLISH_BUILD_MINUTES: given "0", expected a whole number of minutes from 1 to 999',
        expect.stringMatching(/^CONTENT_WEBHOOK_SECRET: expected/),
        expect.stringMatching(/^IMAGE_CDN_TEMPLATE: given .* expected an address with \{url\}/),
      ]),
    )
  })

  test('never prints a secret', () => {
    const secret = 'not-a-long-secret'
    const environment = { APP_SECRET: secret, MESSENGER_SECRET: secret }
    expect(readFaults(environment).join('\n')).not.toContain(secret)
    expect(readFaults(environment)).toHaveLength(3)
  })

  test('skips the embedded API if another one is used', () => {
    const environment = { ADMIN_API_PORT: '70000', ADMIN_API_URL: 'https://admin.example.org' }
    expect(readFaults(environment)).toEqual([])
  })
})

test('refuses the same port for both servers, unless it is 0', () => {
  expect(readFaults({ SITE_PORT: '4330' })).toEqual([
    'The configuration has 1 fault:',
    'ADMIN_API_PORT: given "4330", expected another port than SITE_PORT',
  ])
  expect(readFaults({ SITE_PORT: '0', ADMIN_API_PORT: '0' })).toEqual([])
})

test('refuses the default port of an empty setting for another server', () => {
  expect(readFaults({ SITE_PORT: '', ADMIN_API_PORT: '4321' })).toEqual([
    'The configuration has 1 fault:',
    'ADMIN_API_PORT: given "4321", expected another port than SITE_PORT',
  ])
})

test('refuses a metrics port that another server of the process uses', () => {
  expect(readFaults({ METRICS_PORT: '4321' })).toEqual([
    'The configuration has 1 fault:',
    'METRICS_PORT: given "4321", expected another port than SITE_PORT',
  ])
})

test('refuses a public address without NODE_ENV=production: the outbox would be public', () => {
  const SITE_URL = 'https://www.example.org'
  expect(readFaults({ SITE_URL })).toEqual([
    'The configuration has 1 fault:',
    'NODE_ENV: not set, expected production with SITE_URL=https://www.example.org, because anybody could read login codes at /outbox',
  ])
  expect(readFaults({ SITE_URL, NODE_ENV: 'development' })).toHaveLength(2)
  expect(readFaults({ SITE_URL, NODE_ENV: 'production' })).toEqual([])
  expect(readFaults({ SITE_URL: 'https://localhost:8443' })).toEqual([])
  // Another API has its own providers.
  expect(readFaults({ SITE_URL, ADMIN_API_URL: 'https://admin.example.org' })).toEqual([])
})

test('refuses a public address with a path, below which the site cannot be served', () => {
  expect(readFaults({ SITE_URL: 'http://example.org/theatre' })).toEqual([
    'The configuration has 1 fault:',
    expect.stringMatching(/^SITE_URL: given .*, expected an address without a path/),
  ])
})

test.each(['ADMIN_API_URL', 'SITE_URL', 'FONT_BASE_URL'])(
  'refuses a build with a host and port without a protocol as %s',
  (name) => {
    expect(() => checkSettings(['build'], { [name]: 'example.org:8080' })).toThrow(
      `${name}: given "example.org:8080", expected an address like https://example.org`,
    )
  },
)

test('refuses an address with a user, which fetch does not accept', () => {
  expect(readFaults({ ADMIN_API_URL: 'https://user:password@admin.example.org' })).toEqual([
    'The configuration has 1 fault:',
    'ADMIN_API_URL: given 39 characters, expected an address without a user and a password',
  ])
})

test('warns about features that a production server lacks', () => {
  const findGaps = (SITE_URL: string) => findProductionGaps({ NODE_ENV: 'production', SITE_URL })
  expect(findGaps('')).toEqual([expect.stringMatching(/^SITE_URL is not set/)])
  expect(findGaps('http://www.example.org')).toEqual([
    expect.stringMatching(/^SITE_URL begins with http:/),
  ])
  expect(findGaps('https://www.example.org')).toEqual([])
  expect(findProductionGaps({})).toEqual([])
})

test.each([
  [{ STRIPE_URL: 'https://x.example' }, 'STRIPE_URL', 'PAYMENT_PROVIDER', 'stripe'],
  [{ PAYMENT_PROVIDER: 'stripe', ALIPAY_APP: '1' }, 'ALIPAY_APP', 'PAYMENT_PROVIDER', 'alipay'],
  [{ MESSENGER: 'aliyun', TWILIO_FROM: '+1' }, 'TWILIO_FROM', 'MESSENGER', 'twilio'],
  [{ MESSENGER_URL: 'https://x.example' }, 'MESSENGER_URL', 'MESSENGER', 'http'],
])(
  'warns about a configured provider that is not selected (%#)',
  (environment, name, list, one) => {
    expect(findUnchosenProviders(environment)).toEqual([
      `${name} is set, but ${list} does not list ${one}: it is not used.`,
    ])
    const selection = [environment[list as keyof typeof environment], one]
      .filter(Boolean)
      .join(', ')
    expect(findUnchosenProviders({ ...environment, [list]: selection })).toEqual([])
  },
)

describe('findUnknownSettings', () => {
  test.each([
    ['SITE_PROT', 'SITE_PROT is not a setting: did you mean SITE_PORT?'],
    ['ADMIN_API_ULR', 'ADMIN_API_ULR is not a setting: did you mean ADMIN_API_URL?'],
    ['DATADIR', 'DATADIR is not a setting: did you mean DATA_DIR?'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXY is not a setting: did you mean TRUSTED_PROXIES?'],
    ['HSTS_SUBDOMAINS', 'HSTS_SUBDOMAINS is not a setting: did you mean HSTS_INCLUDE_SUBDOMAINS?'],
    ['PAYMENT', 'PAYMENT is not a setting: did you mean PAYMENT_PROVIDER?'],
    ['site_url', 'site_url is not a setting: did you mean SITE_URL?'],
    ['PAYMENT_GATEWAY_KEY', 'PAYMENT_GATEWAY_KEY is not a setting: .env.example lists them all'],
  ])('reports %s', (name, warning) => {
    expect(findUnknownSettings({ [name]: 'x' })).toEqual([warning])
  })

  test('ignores known settings and variables of other programs', () => {
    const others = [
      'PATH',
      'HOME',
      'LANG',
      'TZ',
      'PWD',
      'USER',
      'SHELL',
      'TERM',
      'NODE_OPTIONS',
      'NODE_EXTRA_CA_CERTS',
      'npm_config_cache',
      'npm_package_name',
      'HTTPS_PROXY',
      'INVOCATION_ID',
      'GITHUB_TOKEN',
    ]
    const names = [...SETTING_NAMES, ...others]
    expect(findUnknownSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
  })
})

describe('setting defaults', () => {
  const schemas = [SiteConfigSchema, AdminApiConfigSchema, PublishConfigSchema, BuildSettingsSchema]
  /** Defaults by name; settings without a fixed default are omitted. */
  const defaults = new Map(
    schemas.flatMap((schema) =>
      Object.entries(v.getDefaults(v.object(schema.entries))).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  )
  // These defaults depend on another setting; each part alone has a fixed one.
  for (const name of ['SITE_URL', 'ADMIN_API_URL']) defaults.delete(name)

  test('are complete and correct in .env.example', () => {
    const lines = [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z_]+)=(.*)$/gm)]
    expect(lines.map(([, name]) => name).toSorted()).toEqual(SETTING_NAMES)
    const examples = new Map(lines.map(([, name = '', value = '']) => [name, value]))
    for (const [name, value] of defaults) expect([name, examples.get(name)]).toEqual([name, value])
  })

  test('stay in effect when .env.example is copied', () => {
    expect(readFileSync('.env.example', 'utf8')).not.toMatch(/^[^#\n]/m)
  })

  test('are complete and correct in docs/settings.md', () => {
    const text = readFileSync('docs/settings.md', 'utf8')
    const settings = [...text.matchAll(/^\| `([A-Z_]+)` +\| *(.*?) *\|/gm)]
    expect(settings.map(([, name]) => name).toSorted()).toEqual(SETTING_NAMES)
    const documented = new Map(settings.map(([, name = '', value = '']) => [name, value]))
    for (const [name, value] of defaults)
      expect([name, documented.get(name)]).toEqual([name, `\`${value}\``])
  })
})

test('warns of a content folder that an external API makes ineffective', () => {
  const CONTENT_DIR = './content'
  expect(findIneffective({ CONTENT_DIR, ADMIN_API_URL: 'https://api.example.org' })).toEqual([
    'CONTENT_DIR is set, but the content comes from ADMIN_API_URL: it is not used.',
  ])
  expect(findIneffective({ CONTENT_DIR })).toEqual([])
})
