// Checks the settings of all parts together: all faults are reported at once, with warnings for misspelt
// settings.
import { BuildSettingsSchema } from '#content/build-settings.ts'
import { AdminApiConfigSchema } from './admin-api/config.ts'
import { PAYMENT_PROVIDERS } from './admin-api/providers/payment/payment-providers.ts'
import { findNearest } from './lib/edit-distance.ts'
import {
  findSettingFaults,
  omitEmpty,
  throwFaults,
  type Environment,
  type SettingFault,
} from './lib/read-config.ts'
import { findWebhookSecretFaults } from './lib/webhook-secret.ts'
import { PublishConfigSchema } from './publish/config.ts'
import { SiteConfigSchema } from './serve/config.ts'

/** The parts that read settings, each with the schema of its variables. */
const PARTS = {
  site: SiteConfigSchema,
  adminApi: AdminApiConfigSchema,
  publish: PublishConfigSchema,
  build: BuildSettingsSchema,
}
export type Part = keyof typeof PARTS

/** The name of every setting. docs/settings.md and .env.example list exactly these. */
export const SETTING_NAMES: readonly string[] = [
  ...new Set(Object.values(PARTS).flatMap(({ entries }) => Object.keys(entries))),
].toSorted()

/** Name prefixes that only settings of this product have. */
const PREFIXES = [
  'SITE_',
  'ADMIN_API_',
  'CONTENT_',
  'HSTS_',
  'MAIL_',
  'MESSENGER_',
  'PAYMENT_',
  'PUBLISH_',
  'TRUSTED_',
]

/** Shorter names are ignored: system variables such as PATH resemble settings by chance. */
const MIN_MISSPELT_LENGTH = 6

/** Finds the setting that a misspelt name probably refers to, even with a missing or inflected word. */
function findIntended(name: string): string | undefined {
  const [first = '', ...others] = name.split('_')
  const hasAll = (setting: string) => {
    const words = setting.split('_')
    // TRUSTED_PROXY for TRUSTED_PROXIES.
    const hasWord = (part: string) => words.some((word) => word.startsWith(part.replace(/Y$/, '')))
    return words[0] === first && others.every(hasWord)
  }
  return findNearest(name, SETTING_NAMES) ?? SETTING_NAMES.find(hasAll)
}

/** Warns about unknown variables that look like settings. */
export function findUnknownSettings(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    const upper = name.toUpperCase()
    if (SETTING_NAMES.includes(name)) return []
    const near = upper.length < MIN_MISSPELT_LENGTH ? undefined : findIntended(upper)
    if (near !== undefined) return [`${name} is not a setting: did you mean ${near}?`]
    return PREFIXES.some((prefix) => name.startsWith(prefix))
      ? [`${name} is not a setting: .env.example lists them all`]
      : []
  })
}

/** Finds ports assigned to several servers of the process. Port 0 assigns a free port to each. */
function findPortClashes(environment: Environment, hasApi: boolean): SettingFault[] {
  const settings = omitEmpty(environment)
  const { SITE_PORT = '4321', ADMIN_API_PORT = '4330', METRICS_PORT = '0' } = settings
  const ports = Object.entries({
    SITE_PORT,
    ...(hasApi && { ADMIN_API_PORT }),
    METRICS_PORT,
  }).filter(([, port]) => port !== '0')
  return ports.flatMap(([name, port], index) => {
    const first = ports.slice(0, index).find(([, other]) => other === port)
    if (!first) return []
    return [{ name, message: `${name}: given "${port}", expected another port than ${first[0]}` }]
  })
}

/**
 * Rejects a public address outside production: the embedded API then shows every login code at `/outbox`
 * and accepts sandbox payments from everyone. These pages cannot be restricted to local requests, because
 * behind a proxy every request may appear to be local.
 */
function findPublicTestProviders({ NODE_ENV, SITE_URL = '' }: Environment): SettingFault[] {
  const url = URL.parse(SITE_URL)
  const isPublic = url?.protocol === 'https:' && url.hostname !== 'localhost'
  if (!isPublic || (NODE_ENV && NODE_ENV !== 'development')) return []
  const given = NODE_ENV ? `given "${NODE_ENV}"` : 'not set'
  const reason = 'because anybody could read login codes at /outbox'
  const message = `NODE_ENV: ${given}, expected production with SITE_URL=${SITE_URL}, ${reason}`
  return [{ name: 'NODE_ENV', message }]
}

/** Optional providers: the setting that enables them, their name in it, and the prefix of their settings. */
const CHOSEN_PROVIDERS = [
  ...Object.entries(PAYMENT_PROVIDERS).flatMap(([name, { prefix }]) =>
    prefix === null ? [] : [['PAYMENT_PROVIDER', name, prefix] as const],
  ),
  ['MESSENGER', 'aliyun', 'ALIYUN_'],
  ['MESSENGER', 'tencent', 'TENCENT_'],
  ['MESSENGER', 'twilio', 'TWILIO_'],
  ['MESSENGER', 'http', 'MESSENGER_'],
] as const

/** Warns about providers that have settings but are not enabled, which may be an oversight. */
export function findUnchosenProviders(environment: Environment): string[] {
  const given = Object.keys(environment).filter((name) => environment[name])
  return CHOSEN_PROVIDERS.flatMap(([list, provider, prefix]) => {
    const name = given.find((key) => key.startsWith(prefix) && SETTING_NAMES.includes(key))
    const chosen = environment[list]?.split(',').map((item) => item.trim()) ?? []
    if (name === undefined || chosen.includes(provider)) return []
    return [`${name} is set, but ${list} does not list ${provider}: it is not used.`]
  })
}

/** Warns about settings of the embedded API that an external one makes ineffective. */
export function findIneffective({ ADMIN_API_URL, CONTENT_DIR }: Environment): string[] {
  if (!ADMIN_API_URL || !CONTENT_DIR) return []
  return ['CONTENT_DIR is set, but the content comes from ADMIN_API_URL: it is not used.']
}

/** Warns about missing settings that do not prevent a production start but affect visitors. */
export function findProductionGaps({ NODE_ENV, SITE_URL }: Environment): string[] {
  if (NODE_ENV !== 'production') return []
  if (!SITE_URL) {
    return [
      'SITE_URL is not set: links, sitemap and share pictures name the address that the site listens on.',
    ]
  }
  return SITE_URL.startsWith('http:')
    ? ['SITE_URL begins with http: browsers do not switch to https, and logins can be intercepted.']
    : []
}

/**
 * Checks the settings of several parts before any of them starts. Skips the embedded API when
 * ADMIN_API_URL is set.
 * @throws ConfigError naming every fault of all parts
 */
export function checkSettings(parts: readonly Part[], environment: Environment): void {
  const isExternalApi = Boolean(environment['ADMIN_API_URL'])
  const started = parts.filter((part) => part !== 'adminApi' || !isExternalApi)
  const faults = [
    ...started.flatMap((part) => findSettingFaults(PARTS[part], environment)),
    ...findWebhookSecretFaults(environment),
    ...(started.includes('site') ? findPortClashes(environment, started.includes('adminApi')) : []),
    ...(started.includes('site') && started.includes('adminApi')
      ? findPublicTestProviders(environment)
      : []),
  ]
  // Parts share variables such as DATA_DIR.
  throwFaults([...new Map(faults.map((fault) => [fault.name ?? fault.message, fault])).values()])
}

/** Prints a warning for each variable that looks like a misspelt setting. */
export function warnOfUnknownSettings(
  environment: Environment,
  print: (line: string) => void = console.warn,
): void {
  for (const warning of findUnknownSettings(environment)) print(warning)
}

/** Prints warnings about unknown, missing and unused settings, then checks the settings of `parts`. */
export function prepareSettings(parts: readonly Part[], environment: Environment): void {
  warnOfUnknownSettings(environment)
  if (parts.includes('site')) {
    const warnings = [...findProductionGaps(environment), ...findIneffective(environment)]
    for (const warning of warnings) console.warn(warning)
  }
  if (parts.includes('adminApi') && !environment['ADMIN_API_URL']) {
    for (const warning of findUnchosenProviders(environment)) console.warn(warning)
  }
  checkSettings(parts, environment)
}
