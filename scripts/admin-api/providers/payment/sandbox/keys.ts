import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SandboxKeys {
  serial: string
  privateKey: KeyObject
  publicKey: KeyObject
}

function readOrCreateKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    writeFileSync(file, pem, { mode: 0o600 })
    return pem
  }
}

/** The sandbox's signing key, generated at first use and stored in the data folder. */
export function loadSandboxKeys(dataDir: string): SandboxKeys {
  const privateKey = createPrivateKey(readOrCreateKey(join(dataDir, 'sandbox-pay.pem')))
  return { serial: 'SANDBOX1', privateKey, publicKey: createPublicKey(privateKey) }
}
