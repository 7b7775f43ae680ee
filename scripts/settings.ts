// The settings of all parts together: faults of all of them are reported in one go, and variables that
// look like a misspelt setting are named.
import { BuildSettingsSchema } from '#content/build-settings.ts'
import { AdminApiConfigSchema, AdminApiSettingsSchema } from './admin-api/config.ts'
import { findNearest } from './lib/find-nearest.ts'
import { findSettingFaults, refuseFaults, type Environment } from './lib/read-config.ts'
import { findWebhookSecretFaults } from './lib/webhook-secret.ts'
import { PublishConfigSchema, PublishSettingsSchema } from './publish/config.ts'
import { SiteConfigSchema, SiteSettingsSchema } from './serve/config.ts'

/** What reads settings; each part has a schema of its variables and one of the rules between them. */
const PARTS = {
  site: SiteConfigSchema,
  adminApi: AdminApiConfigSchema,
  publish: PublishConfigSchema,
  build: BuildSettingsSchema,
}
export type Part = keyof typeof PARTS

const SCHEMAS = [
  SiteSettingsSchema,
  AdminApiSettingsSchema,
  PublishSettingsSchema,
  BuildSettingsSchema,
]

/** The name of every setting. README.md and .env.example list exactly these. */
export const SETTING_NAMES: readonly string[] = [
  ...new Set(SCHEMAS.flatMap(({ entries }) => Object.keys(entries))),
].toSorted()

/** Beginnings of names that only settings of this product have. */
const PREFIXES = ['SITE_', 'ADMIN_API_', 'CONTENT_', 'PUBLISH_', 'MESSENGER_', 'PAYMENT_']

/** Shorter variables of the system, such as PATH, are near some setting by chance. */
const SHORTEST_MISSPELT = 6

/** Warnings about variables that are no setting but look as if they should be one. */
export function findUnknownSettings(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    const upper = name.toUpperCase()
    if (SETTING_NAMES.includes(name)) return []
    const near = upper.length < SHORTEST_MISSPELT ? undefined : findNearest(upper, SETTING_NAMES)
    if (near !== undefined) return [`${name} is not a setting: did you mean ${near}?`]
    return PREFIXES.some((prefix) => name.startsWith(prefix))
      ? [`${name} is not a setting: .env.example lists them all`]
      : []
  })
}

/**
 * Checks the settings of several parts before any of them starts. The embedded API is passed over where
 * ADMIN_API_URL names another one.
 * @throws ConfigError naming every fault of all parts
 */
export function checkSettings(parts: readonly Part[], environment: Environment): void {
  const isForeignApi = Boolean(environment['ADMIN_API_URL'])
  const started = parts.filter((part) => part !== 'adminApi' || !isForeignApi)
  const faults = [
    ...started.flatMap((part) => findSettingFaults(PARTS[part], environment)),
    ...findWebhookSecretFaults(environment),
  ]
  // Parts share variables such as DATA_DIR.
  refuseFaults([...new Map(faults.map((fault) => [fault.name ?? fault.message, fault])).values()])
}

/** Prints a line for each variable that looks like a misspelt setting. */
export function warnOfUnknownSettings(
  environment: Environment,
  print: (line: string) => void = console.warn,
): void {
  for (const warning of findUnknownSettings(environment)) print(warning)
}

/** Warns of unknown variables, then checks the settings of the parts that a program starts. */
export function prepareSettings(parts: readonly Part[], environment: Environment): void {
  warnOfUnknownSettings(environment)
  checkSettings(parts, environment)
}
