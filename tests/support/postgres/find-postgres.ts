import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { findProgram } from '../find-program.ts'

/** Debian installs the programs of each version outside the PATH. */
const DEBIAN = '/usr/lib/postgresql/*/bin/initdb'

/** The folder of PostgreSQL's programs: from the PATH, else Debian's newest version, else null. */
export function findPostgres(): string | null {
  const onPath = findProgram('initdb')
  if (onPath !== null) return dirname(onPath)
  const newest = globSync(DEBIAN)
    .toSorted((first, second) => first.localeCompare(second, 'en', { numeric: true }))
    .at(-1)
  return newest === undefined ? null : dirname(newest)
}
