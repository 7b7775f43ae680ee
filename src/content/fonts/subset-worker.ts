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
  const known = sources.get(file) ?? readFile(file).then(dropNames)
  sources.set(file, known)
  return known
}

/** Family, style, whole name, name for programs: what some systems want of a font. */
const KEPT_NAMES = new Set([1, 2, 4, 6])
const TRUE_TYPE = 0x00010000

/**
 * Leaves out who made a font, its version and so on (OpenType, `name` table): a sixth of a small file,
 * which nobody reads there. `public/font-licenses.txt` says it for all.
 */
function dropNames(font: Buffer): Buffer {
  if (font.readUInt32BE(0) !== TRUE_TYPE) return font
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16)
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'name')
  if (entry === undefined) return font
  const start = font.readUInt32BE(entry + 8)
  const count = font.readUInt16BE(start + 2)
  const kept = Array.from({ length: count }, (_, index) => start + 6 + index * 12)
    .map((at) => Buffer.from(font.subarray(at, at + 12)))
    .filter((record) => KEPT_NAMES.has(record.readUInt16BE(6)))
  font.set(Buffer.concat(kept), start + 6)
  font.writeUInt16BE(kept.length, start + 2)
  return font
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
