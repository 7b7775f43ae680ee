import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from './write-file-atomically.ts'

// What is wrong with the files of a watched content folder, a line each. The embedded API writes it,
// `publish:status` and the status page read it: also when no build came of it.

const LinesSchema = v.array(v.string())
const fileOf = (dataDir: string) => join(dataDir, 'content-faults.json')

/** @param lines file, line, field and remedy of each fault; none when the folder is in order */
export async function writeContentFaults(dataDir: string, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await writeFileAtomically(fileOf(dataDir), JSON.stringify(lines, null, 1))
  else rmSync(fileOf(dataDir), { force: true })
}

/** The faults of the content folder as it was last read; none where there is no such folder. */
export function readContentFaults(dataDir: string): string[] {
  try {
    return v.parse(LinesSchema, JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return []
  }
}
