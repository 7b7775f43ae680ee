import { existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { ExpectedError } from '../../lib/expected-error.ts'
import type { StorageFault } from '../../lib/storage-fault.ts'

export const DATABASE_FILE = 'entracte.db'

export type DatabaseFault = StorageFault | 'missing'

/** The database of an installation cannot be used; the message names its file and the way back. */
export class UnusableDatabaseError extends ExpectedError {
  override name = 'UnusableDatabaseError'
  readonly fault: DatabaseFault
  constructor(dataDir: string, fault: DatabaseFault, detail: string, cause?: unknown) {
    super(explainDatabaseFault(dataDir, fault, detail), { cause })
    this.fault = fault
  }
}

/** A path as a shell takes it for one word. */
const quote = (path: string): string =>
  /^[\w/.@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

const restoreCommand = (folder: string, flags = '') => {
  // What root restores, the user of a service could not write to.
  const isService = process.env['NODE_ENV'] === 'production'
  const user = isService ? `sudo -u ${userInfo().username} env ` : ''
  return `  ${user}DATA_DIR=${quote(folder)} npm run admin -- restore BACKUP_FOLDER${flags}`
}

/**
 * What has happened to the database of a data folder and how to get back to a working one, in words
 * for the operator.
 * @param detail what SQLite or the system reported
 */
export function explainDatabaseFault(
  dataDir: string,
  fault: DatabaseFault,
  detail: string,
): string {
  const folder = resolve(dataDir)
  const file = join(folder, DATABASE_FILE)
  switch (fault) {
    case 'damaged':
      return [
        `${file} is damaged: ${detail}.`,
        'Stop the server, restore the last backup and start again:',
        restoreCommand(folder, ' --replace'),
        'The damaged file is kept beside the restored one.',
      ].join('\n')
    case 'missing':
      return [
        `${file} is missing, but ${folder} belongs to an installation (${detail}).`,
        'Stop the server, restore the last backup and start again:',
        restoreCommand(folder),
        `To begin with an empty installation instead, move ${folder} away.`,
      ].join('\n')
    case 'unreadable':
      return [
        `${file} cannot be read or written: ${detail}.`,
        'Check the disk, and that the file belongs to the user of the server; then restart.',
      ].join('\n')
    case 'full':
      return [
        `${file} cannot be written: the disk is full.`,
        `Free space on the disk of ${folder}. After a failed start, restart.`,
      ].join('\n')
  }
}

/**
 * What only an installation that ran before has: the embedded API makes these after its database. The
 * releases of a site are none of them, as a site with an API elsewhere has releases and no database.
 */
const MARKS = ['secret.key', 'sign-in-key.json', 'uploads']

/**
 * The mark of an earlier installation whose database is not there any more, or has no bytes; undefined
 * for a fresh folder and for one with its database.
 */
export function findLostInstallation(dataDir: string): string | undefined {
  const file = join(dataDir, DATABASE_FILE)
  if (existsSync(file) && statSync(file).size > 0) return undefined
  const mark = MARKS.find((name) => existsSync(join(dataDir, name)))
  return mark === undefined ? undefined : `${mark} is there`
}
