import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { readOrCreateFile } from '../../../lib/read-or-create-file.ts'

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
  const key = readOrCreateFile(file, () => JSON.stringify(generateKey()))
  return v.parse(KeySchema, JSON.parse(key))
}
