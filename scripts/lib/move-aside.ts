import { renameSync } from 'node:fs'
import { isMissingFile } from './is-missing-file.ts'

/** A name beside a file that says why it was put aside and when: `a.db.damaged-2026-11-23T05-00-00-000Z`. */
export const datedName = (file: string, why: string, now: Date): string =>
  `${file}.${why}-${now.toISOString().replaceAll(/[:.]/g, '-')}`

const JOURNALS = ['-wal', '-shm', '-journal']

/** Renames a closed SQLite database together with the files that SQLite keeps beside it. */
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
