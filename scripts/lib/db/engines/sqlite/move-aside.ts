import { renameSync } from 'node:fs'
import { isMissingFile } from '../../../is-missing-file.ts'

/** A backup name with reason and time: `a.db.damaged-2026-11-23T05-00-00-000Z`. */
export const datedName = (file: string, why: string, now: Date): string =>
  `${file}.${why}-${now.toISOString().replaceAll(/[:.]/g, '-')}`

const JOURNALS = ['-wal', '-shm', '-journal']

/** Renames a closed SQLite database together with its journal files. */
export function moveAside(file: string, name: string): void {
  renameSync(file, name)
  for (const suffix of JOURNALS) {
    try {
      renameSync(file + suffix, name + suffix)
    } catch (error) {
      if (!isMissingFile(error)) throw error
    }
  }
}
