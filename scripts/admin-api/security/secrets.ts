import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateFile } from '../../lib/read-or-create-file.ts'

/** Purpose of a derived key; a leaked key compromises only its own purpose. */
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
  | 'download-link'
  | 'upload-callback'
  | 'sign-in'
  | 'sandbox-pay'
  | 'ticket'
  | 'preview'
  | 'unsubscribe'

export interface Secrets {
  /** Derives the 32-byte key for a purpose. */
  deriveKey(purpose: KeyPurpose): Buffer
}

/** Derives the keys for all purposes from one secret (HKDF, RFC 5869). */
export const createSecrets = (secret: string): Secrets => ({
  deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `entracte/${purpose}`, 32)),
})

/**
 * Loads the secret of an installation: the configured one, else one that is generated at the first start and
 * stored in the data folder, readable by its owner only.
 * @param onNew called when a secret is generated
 */
export function loadSecret(
  dataDir: string,
  configured: string | undefined,
  onNew: () => void = () => {},
): string {
  if (configured !== undefined) return configured
  const secret = readOrCreateFile(join(dataDir, 'secret.key'), () => {
    onNew()
    return randomBytes(32).toString('base64url')
  })
  return secret.trim()
}

/** HMAC-SHA256 of unambiguously separated parts, as base64url. */
export function sign(key: Buffer, ...parts: readonly (string | number)[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}
