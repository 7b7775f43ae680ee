import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describeAddress } from '../../lib/db/address.ts'
import type { DatabaseAddress } from '../../lib/db/engines/engine.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import type { StorageFault } from '../../lib/storage-fault.ts'
import { findUserName } from '../../lib/user-name.ts'

type DatabaseFault = StorageFault | 'missing'

/** The database of an installation cannot be used. The message names its location and how to recover. */
export class UnusableDatabaseError extends ExpectedError {
  override name = 'UnusableDatabaseError'
  readonly fault: DatabaseFault
  constructor(address: DatabaseAddress, fault: DatabaseFault, detail: string, cause?: unknown) {
    super(explainDatabaseFault(address, fault, detail), { cause })
    this.fault = fault
  }
}

/** Quotes a path for a shell. */
const quote = (path: string): string =>
  /^[\w/.@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

const restoreCommand = (folder: string, flags = '') => {
  // Files restored by root would not be writable for the user of the service.
  const user = process.env['NODE_ENV'] === 'production' ? findUserName() : undefined
  const sudo = user === undefined ? '' : `sudo -u ${user} env `
  return `  ${sudo}DATA_DIR=${quote(folder)} npm run admin -- restore BACKUP_FOLDER${flags}`
}

function explainFileFault(path: string, fault: DatabaseFault, detail: string): string[] {
  const file = resolve(path)
  const folder = dirname(file)
  switch (fault) {
    case 'damaged':
      return [
        `${file} is damaged: ${detail}.`,
        'Stop the server, restore the last backup and start again:',
        restoreCommand(folder, ' --replace'),
        'The damaged file is kept beside the restored one.',
      ]
    case 'missing':
      return [
        `${file} is missing, but ${folder} belongs to an installation (${detail}).`,
        'Stop the server, restore the last backup and start again:',
        restoreCommand(folder),
        `To start with an empty installation instead, move ${folder} away.`,
      ]
    case 'unreadable':
    case 'unreachable':
      return [
        `${file} cannot be read or written: ${detail}.`,
        'Check the disk, and that the user of the server owns the file; then restart.',
      ]
    case 'full':
      return [
        `${file} cannot be written: the disk is full.`,
        `Free space on the disk of ${folder}. After a failed start, restart.`,
      ]
    case 'busy':
      return [
        `${file} was locked by another process for too long: ${detail}.`,
        'Wait until the other command has finished; if none is running, restart the server.',
      ]
  }
}

function explainServerFault(
  address: DatabaseAddress,
  fault: DatabaseFault,
  detail: string,
): string[] {
  const name = `The database ${describeAddress(address)}`
  switch (fault) {
    case 'damaged':
    case 'missing':
      return [
        `${name} is damaged: ${detail}.`,
        'Stop all processes of this site and restore the last dump (docs/how-to/back-up.md).',
      ]
    case 'unreadable':
      return [
        `${name} refuses to read or write: ${detail}.`,
        'Check the log of its server, and that DATABASE_URL names the primary.',
      ]
    case 'unreachable':
      return [
        `${name} cannot be reached: ${detail}.`,
        'Check DATABASE_URL, and that its server runs and accepts connections from here.',
      ]
    case 'full':
      return [`${name} cannot be written: the disk of its server is full.`]
    case 'busy':
      return [
        `A statement timed out on ${name}: ${detail}.`,
        'Check its server for long transactions and for the number of connections.',
      ]
  }
}

/**
 * Explains a database fault to the operator, and how to recover.
 * @param detail what the database or the system reported
 */
export function explainDatabaseFault(
  address: DatabaseAddress,
  fault: DatabaseFault,
  detail: string,
): string {
  const lines =
    address.kind === 'file'
      ? explainFileFault(address.file, fault, detail)
      : explainServerFault(address, fault, detail)
  return lines.join('\n')
}

/**
 * Files that only an existing installation has: the embedded API creates them after its database. Releases
 * are not listed, because a site with a foreign API has releases and no database.
 */
const MARKS = ['secret.key', 'sign-in-key.json', 'uploads']

/**
 * Detects an installation whose database file is missing or empty.
 * @param file path of the database
 * @returns the evidence, for the error message; undefined for a new folder or an intact installation
 */
export function findLostInstallation(file: string): string | undefined {
  if (existsSync(file) && statSync(file).size > 0) return undefined
  const mark = MARKS.find((name) => existsSync(join(dirname(file), name)))
  return mark === undefined ? undefined : `${mark} exists`
}
