import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from './write-file-atomically.ts'

// Faults in the files of a watched content folder, one line each. The embedded API writes them; `publish:status`
// and `/readyz` of the API show them, even if no build followed.

const LinesSchema = v.array(v.string())
const getFile = (dataDir: string) => join(dataDir, 'content-faults.json')

/** @param lines file, line, field and remedy of each fault; empty when there are no faults */
export async function writeContentFaults(dataDir: string, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await writeFileAtomically(getFile(dataDir), JSON.stringify(lines, null, 1))
  else rmSync(getFile(dataDir), { force: true })
}

/** Reads the faults found when the content folder was last read; empty without such a folder. */
export function readContentFaults(dataDir: string): string[] {
  try {
    return v.parse(LinesSchema, JSON.parse(readFileSync(getFile(dataDir), 'utf8')))
  } catch {
    return []
  }
}
