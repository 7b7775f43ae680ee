import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Larger files are read piece by piece. */
const WHOLE_BYTES = 4 * 1024 * 1024

/** SHA-256 (hex) and size (bytes) of a file. */
export async function hashFile(file: string): Promise<{ hash: string; size: number }> {
  const { size } = await stat(file)
  const hash = createHash('sha256')
  if (size > WHOLE_BYTES) await pipeline(createReadStream(file), hash)
  else hash.update(await readFile(file))
  return { hash: hash.digest('hex'), size }
}
