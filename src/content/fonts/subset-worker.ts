import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import subsetFont from 'subset-font'

// Cuts one font after the other in a thread of its own: cutting and packing keep a core busy.

export interface SubsetTask {
  id: number
  /** The font to cut: a file, whole or cut before. */
  source: string
  characters: string
  /** OpenType features to keep, and with them the glyphs that they lead to. */
  features: readonly string[] | 'all'
  format: 'woff2' | 'sfnt'
}

export type SubsetAnswer = { id: number; bytes: Uint8Array } | { id: number; fault: string }

/** Tables that browsers do not read, or not without hints. */
const DROPPED = ['BASE', 'STAT', 'gasp', 'DSIG']

const sources = new Map<string, Promise<Buffer>>()

function readSource(file: string): Promise<Buffer> {
  const known = sources.get(file) ?? readFile(file)
  sources.set(file, known)
  return known
}

async function cut(task: SubsetTask): Promise<Uint8Array> {
  const { source, characters, features, format } = task
  return subsetFont(await readSource(source), characters, {
    targetFormat: format,
    noHinting: true,
    dropTables: DROPPED,
    ...(features !== 'all' && { keepFeatures: [...features] }),
  })
}

parentPort?.on('message', async (task: SubsetTask) => {
  const answer: SubsetAnswer = await cut(task).then(
    (bytes) => ({ id: task.id, bytes }),
    (error: unknown) => ({ id: task.id, fault: String(error) }),
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer)
})
