import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { ConfigError, type Environment, type SettingFault } from './read-config.ts'
import { readOrCreateFile } from './read-or-create-file.ts'

/** The variable that contains the secrets. */
export const WEBHOOK_SECRET_VARIABLE = 'CONTENT_WEBHOOK_SECRET'
const FILE = 'content-webhook.secret'

const MIN_TEXT_LENGTH = 24
const MIN_KEY_BYTES = 24
const GENERATED_KEY_BYTES = 32
const PREFIX = 'whsec_'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function checkSecret(secret: string, source: string): void {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : null
  if (encoded === null) {
    if (secret.length >= MIN_TEXT_LENGTH) return
    throw new ConfigError(
      `${source}: expected ${PREFIX} and base64, or ${MIN_TEXT_LENGTH} characters`,
    )
  }
  const isKey = BASE64.test(encoded) && Buffer.from(encoded, 'base64').length >= MIN_KEY_BYTES
  if (isKey) return
  throw new ConfigError(
    `${source}: expected base64 of ${MIN_KEY_BYTES} bytes or more after ${PREFIX}`,
  )
}

function parseSecrets(text: string, source: string): string[] {
  const secrets = text.split(/\s+/).filter((secret) => secret !== '')
  for (const secret of secrets) checkSecret(secret, source)
  return secrets
}

const generateSecret = (): string =>
  `${PREFIX}${randomBytes(GENERATED_KEY_BYTES).toString('base64')}\n`

/**
 * Reads the secrets from the environment, several during a rotation; empty when none is set.
 * @throws ConfigError when a secret is too weak; the message does not contain it
 */
export function readConfiguredWebhookSecret(environment: Environment): string[] {
  return parseSecrets(environment[WEBHOOK_SECRET_VARIABLE] ?? '', WEBHOOK_SECRET_VARIABLE)
}

/** Finds faults of the secrets in the environment; the messages do not contain the secrets. */
export function findWebhookSecretFaults(environment: Environment): SettingFault[] {
  try {
    readConfiguredWebhookSecret(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [{ name: WEBHOOK_SECRET_VARIABLE, message: error.message }]
  }
}

/** The webhook secrets: generated in the data folder for the embedded API, configured for an external one. */
export const readServerSecret = (
  { adminApiUrl, dataDir }: { adminApiUrl: string | undefined; dataDir: string },
  environment: Environment,
): string[] =>
  adminApiUrl === undefined
    ? readWebhookSecret(dataDir, environment)
    : readConfiguredWebhookSecret(environment)

/**
 * Reads the signing secrets of content webhooks: those of the environment, or else a generated one in
 * the data folder, readable only by its owner. Never empty.
 * @throws ConfigError when a secret is too weak; the message does not contain it
 */
export function readWebhookSecret(
  dataDir: string,
  environment: Environment = process.env,
): string[] {
  const configured = readConfiguredWebhookSecret(environment)
  if (configured.length > 0) return configured
  const file = join(dataDir, FILE)
  const stored = parseSecrets(readOrCreateFile(file, generateSecret), file)
  if (stored.length === 0) throw new ConfigError(`${file} contains no secret`)
  return stored
}
