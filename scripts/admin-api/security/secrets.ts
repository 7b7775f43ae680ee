import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a key is for: a key that leaks opens one door only. */
type KeyPurpose =
  | 'one-time-code'
  | 'challenge'
  | 'challenge-key'
  | 'sign-in-nonce'
  | 'browser-state'
  | 'sign-in-flow'
  | 'sign-in-ticket'
  | 'wechat-payer'
  | 'sms-receipt'
  | 'upload-ticket'
  | 'data-export'
  | 'upload-link'
  | 'upload-callback'
  | 'sign-in'
  | 'sandbox-pay'
  | 'ticket'
  | 'preview'
  | 'unsubscribe'

export interface Secrets {
  /** A key of 32 bytes for one purpose. */
  deriveKey(purpose: KeyPurpose): Buffer
}

/** Makes the keys of all purposes from one secret (HKDF, RFC 5869). */
export function createSecrets(secret: string): Secrets {
  const keys = new Map<KeyPurpose, Buffer>()
  return {
    deriveKey(purpose) {
      const known = keys.get(purpose)
      if (known) return known
      const key = Buffer.from(hkdfSync('sha256', secret, '', `entracte/${purpose}`, 32))
      keys.set(purpose, key)
      return key
    },
  }
}

/**
 * The secret of an installation: the configured one, else one that is drawn at the first start and
 * kept in the data folder, readable by its owner only.
 * @param onNew called when a secret is drawn
 */
export function loadSecret(
  dataDir: string,
  configured: string | undefined,
  onNew: () => void = () => {},
): string {
  if (configured !== undefined) return configured
  if (dataDir === ':memory:') return randomBytes(32).toString('base64url')
  const file = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    onNew()
  } catch (error) {
    const isKnown = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isKnown) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** HMAC-SHA256 of parts that cannot run into each other, as base64url. */
export function sign(key: Buffer, ...parts: readonly (string | number)[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}
