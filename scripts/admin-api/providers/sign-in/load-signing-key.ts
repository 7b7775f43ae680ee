import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const KeySchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
})
/** A private ES256 key (RFC 7518, section 6.2). */
export type SigningKey = v.InferOutput<typeof KeySchema>

function generateKey(): JsonWebKey {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

/**
 * The signing key of the embedded provider: generated at the first start and stored in the data
 * folder, readable by its owner only.
 */
export function loadSigningKey(dataDir: string): SigningKey {
  if (dataDir === ':memory:') return v.parse(KeySchema, generateKey())
  const file = join(dataDir, 'sign-in-key.json')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, JSON.stringify(generateKey()), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const isExisting = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isExisting) throw error
  }
  return v.parse(KeySchema, JSON.parse(readFileSync(file, 'utf8')))
}
