import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Environment, type SettingFault } from './read-config.ts'
import { isMissingFile } from './is-missing-file.ts'

/** The variable that names the secrets. */
export const WEBHOOK_SECRET_VARIABLE = 'CONTENT_WEBHOOK_SECRET'
const FILE = 'content-webhook.secret'

const SHORTEST_TEXT = 24
const SHORTEST_KEY = 24
const OWN_KEY_BYTES = 32
const PREFIX = 'whsec_'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function checkSecret(secret: string, source: string): void {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : null
  if (encoded === null) {
    if (secret.length >= SHORTEST_TEXT) return
    throw new ConfigError(
      `${source}: expected ${PREFIX} and base64, or ${SHORTEST_TEXT} characters`,
    )
  }
  const isKey = BASE64.test(encoded) && Buffer.from(encoded, 'base64').length >= SHORTEST_KEY
  if (isKey) return
  throw new ConfigError(
    `${source}: expected base64 of ${SHORTEST_KEY} bytes or more after ${PREFIX}`,
  )
}

function parseSecrets(text: string, source: string): string[] {
  const secrets = text.split(/\s+/).filter((secret) => secret !== '')
  for (const secret of secrets) checkSecret(secret, source)
  return secrets
}

function readFileIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissingFile(error)) return undefined
    throw error
  }
}

/** Writes a new secret, or leaves the one that another process wrote in the meantime. */
function makeSecret(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true })
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  const secret = `${PREFIX}${randomBytes(OWN_KEY_BYTES).toString('base64')}`
  writeFileSync(temporary, `${secret}\n`, { flag: 'wx', mode: 0o600 })
  try {
    // A link, not a rename: it never replaces a secret that is in use.
    linkSync(temporary, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporary)
  }
}

/**
 * The secrets that the environment names, several during a rotation; none when it names none.
 * @throws ConfigError when one is too easy to guess; the message does not hold it
 */
export function readGivenWebhookSecret(environment: Record<string, string | undefined>): string[] {
  return parseSecrets(environment[WEBHOOK_SECRET_VARIABLE] ?? '', WEBHOOK_SECRET_VARIABLE)
}

/** Faults of the secrets that the environment names; the messages do not hold them. */
export function findWebhookSecretFaults(environment: Environment): SettingFault[] {
  try {
    readGivenWebhookSecret(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [{ name: WEBHOOK_SECRET_VARIABLE, message: error.message }]
  }
}

/**
 * The secrets that content webhooks are signed with: those of the environment, or else one that is
 * made once and kept in the data folder, readable only by its owner. Never empty.
 * @throws ConfigError when one is too easy to guess; the message does not hold it
 */
export function readWebhookSecret(
  dataDir: string,
  environment: Record<string, string | undefined> = process.env,
): string[] {
  const given = readGivenWebhookSecret(environment)
  if (given.length > 0) return given
  const file = join(dataDir, FILE)
  if (readFileIfThere(file) === undefined) makeSecret(dataDir, file)
  const kept = parseSecrets(readFileSync(file, 'utf8'), file)
  if (kept.length === 0) throw new ConfigError(`${file}: there is no secret in it`)
  return kept
}
