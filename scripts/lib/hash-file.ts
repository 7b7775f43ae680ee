import { createHash, hash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Larger files are streamed. */
const MAX_SYNC_BYTES = 4 * 1024 * 1024

/** SHA-256 (hex) and size (bytes) of a file. Small files are read synchronously, which is faster. */
export async function hashFile(file: string): Promise<{ hash: string; size: number }> {
  const { size } = statSync(file)
  if (size <= MAX_SYNC_BYTES) return { hash: hash('sha256', readFileSync(file)), size }
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return { hash: digest.digest('hex'), size }
}
