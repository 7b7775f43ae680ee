import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'

const EntrySchema = v.object({ size: v.number(), changed: v.number(), hash: v.string() })
const HashCacheSchema = v.record(v.string(), EntrySchema)

type Entry = v.InferOutput<typeof EntrySchema>

/** What is known of files by their path: a file of the same size and time is not read again. */
export interface KnownHashes {
  before: ReadonlyMap<string, Entry>
  /** The files asked for since: what is worth keeping. */
  used: Map<string, Entry>
}

export const knowNothing = (): KnownHashes => ({ before: new Map(), used: new Map() })

/** SHA-256 and size of a file, from what is known when it has not changed. */
export async function hashFile(
  file: string,
  known: KnownHashes,
): Promise<{ size: number; hash: string }> {
  const { size, mtimeMs: changed } = await stat(file)
  const before = known.used.get(file) ?? known.before.get(file)
  const isSame = before?.size === size && before.changed === changed
  const entry = isSame ? before : { size, changed, hash: await readHash(file) }
  known.used.set(file, entry)
  return entry
}

async function readHash(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The hashes of the last start. A damaged cache counts as none. */
export async function readHashCache(cache: string): Promise<KnownHashes> {
  try {
    const entries = v.parse(HashCacheSchema, JSON.parse(await readFile(cache, 'utf8')))
    return { before: new Map(Object.entries(entries)), used: new Map() }
  } catch {
    return knowNothing()
  }
}

/** Keeps the hashes of the files that were asked for, for the next start. */
export async function writeHashCache(cache: string, known: KnownHashes): Promise<void> {
  await writeFileAtomically(cache, JSON.stringify(Object.fromEntries(known.used)))
}
