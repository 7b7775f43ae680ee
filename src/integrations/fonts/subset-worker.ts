import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { memoize } from './memoize.ts'

// Runs in threads, because subsetting is CPU-bound.

export interface SubsetTask {
  /** Path of the full font or of a base subset. */
  source: string
  characters: string
  /** OpenType features to keep, with their glyphs. */
  features: readonly string[] | 'all'
  format: 'woff2' | 'sfnt'
}

/** Tables that browsers do not need, or need only for hinting. */
const DROPPED = ['BASE', 'STAT', 'gasp', 'DSIG']

const readSource = memoize((file: string) => readFile(file).then(dropNames))

/** Ids of family, style, full name and PostScript name, which some systems require. */
const KEPT_NAMES = new Set([1, 2, 4, 6])
const TRUE_TYPE = 0x00010000

/**
 * Removes the other entries of the OpenType `name` table, such as version and copyright, which are a sixth
 * of a small file. `public/font-licenses.txt` contains the licences.
 */
function dropNames(font: Buffer): Buffer {
  if (font.readUInt32BE(0) !== TRUE_TYPE) return font
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16)
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'name')
  if (entry === undefined) return font
  const start = font.readUInt32BE(entry + 8)
  const count = font.readUInt16BE(start + 2)
  const records = Array.from({ length: count }, (_, index) => start + 6 + index * 12)
    .map((at) => Buffer.from(font.subarray(at, at + 12)))
    .filter((record) => KEPT_NAMES.has(record.readUInt16BE(6)))
  font.set(Buffer.concat(records), start + 6)
  font.writeUInt16BE(records.length, start + 2)
  return font
}

export async function subset(task: SubsetTask): Promise<Uint8Array> {
  const { source, characters, features, format } = task
  return subsetFont(await readSource(source), characters, {
    targetFormat: format,
    noHinting: true,
    dropTables: DROPPED,
    ...(features !== 'all' && { keepFeatures: [...features] }),
  })
}
