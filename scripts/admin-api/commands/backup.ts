import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DATABASE } from '../backup/inventory.ts'
import { makeBackup, type BackupReport } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { CommandError, type Command } from './command.ts'

const describe = ({ files, members, orders, applications }: BackupReport) =>
  `${files} files; ${members} members, ${orders} orders, ${applications} applications`

/** What a backup cannot do is said in words; it has changed nothing. */
async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError) throw error
    throw new CommandError(error.message, { cause: error })
  }
}

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    usage: 'backup DIR',
    summary: 'Copy database, uploads, media and keys into a new folder; also while the server runs',
    arguments: 1,
    async run({ config, print, given: [folder = ''] }) {
      const { dataDir } = config()
      if (!existsSync(join(dataDir, DATABASE))) {
        throw new CommandError(`There is no database in ${dataDir}: is DATA_DIR right?`)
      }
      const report = await orRefuse(makeBackup(dataDir, folder))
      print(`${resolve(folder)}: ${describe(report)}, checked`)
      print('It holds personal data and keys: keep it where only its keepers can read it')
    },
  },
  {
    name: 'restore',
    usage: 'restore DIR [--replace]',
    summary: 'Check a backup and put it back; the server must be stopped',
    arguments: 1,
    flags: ['replace'],
    async run({ config, print, given: [folder = ''], flags }) {
      const { dataDir } = config()
      const options = { replace: flags.includes('replace'), now: new Date() }
      const report = await orRefuse(restoreBackup(folder, dataDir, options))
      print(`${resolve(dataDir)}: ${describe(report)}, restored`)
      if (report.replaced !== null) print(`The database of before is ${report.replaced}`)
    },
  },
]
