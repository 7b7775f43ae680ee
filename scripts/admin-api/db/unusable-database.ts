import { existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describeAddress } from '../../lib/db/address.ts'
import type { DatabaseAddress } from '../../lib/db/engines/engine.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import type { StorageFault } from '../../lib/storage-fault.ts'

export type DatabaseFault = StorageFault | 'missing'

/** The database of an installation cannot be used; the message names its place and the way back. */
export class UnusableDatabaseError extends ExpectedError {
  override name = 'UnusableDatabaseError'
  readonly fault: DatabaseFault
  constructor(address: DatabaseAddress, fault: DatabaseFault, detail: string, cause?: unknown) {
    super(explainDatabaseFault(address, fault, detail), { cause })
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
        `To begin with an empty installation instead, move ${folder} away.`,
      ]
    case 'unreadable':
    case 'unreachable':
      return [
        `${file} cannot be read or written: ${detail}.`,
        'Check the disk, and that the file belongs to the user of the server; then restart.',
      ]
    case 'full':
      return [
        `${file} cannot be written: the disk is full.`,
        `Free space on the disk of ${folder}. After a failed start, restart.`,
      ]
    case 'busy':
      return [
        `${file} was locked by another process for too long: ${detail}.`,
        'Wait until the other command has ended; if none runs, restart the server.',
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
        `${name} kept a statement waiting for too long: ${detail}.`,
        'Look for long transactions on its server, and at its number of connections.',
      ]
  }
}

/**
 * What has happened to a database and how to get back to a working one, in words for the operator.
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
 * What only an installation that ran before has: the embedded API makes these after its database. The
 * releases of a site are none of them, as a site with an API elsewhere has releases and no database.
 */
const MARKS = ['secret.key', 'sign-in-key.json', 'uploads']

/**
 * The mark of an earlier installation whose database is not there any more, or has no bytes; undefined
 * for a fresh folder and for one with its database.
 * @param file of the database
 */
export function findLostInstallation(file: string): string | undefined {
  if (existsSync(file) && statSync(file).size > 0) return undefined
  const mark = MARKS.find((name) => existsSync(join(dirname(file), name)))
  return mark === undefined ? undefined : `${mark} is there`
}
