import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockDataDir } from '../../lib/lock-data-dir.ts'
import { confirmPlan, DRY_RUN_OPTION, YES_OPTION } from '../../lib/command-line/confirm.ts'
import { formatCount } from '../../lib/format-count.ts'
import { checkDatabase } from '../backup/check-database.ts'
import { listKeys, readChecksums } from '../backup/inventory.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { DATABASE_FILE } from '../db/database-file.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { requireDatabase, type Installation } from './with-database.ts'

type Holdings = Record<'members' | 'orders' | 'applications', number>

const describe = ({ members, orders, applications }: Holdings) =>
  [
    formatCount(members, 'member'),
    formatCount(orders, 'order'),
    formatCount(applications, 'application'),
  ].join(', ')

/** A backup that fails says why in words, and has changed nothing. */
async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError) throw error
    throw new CommandError(error.message, { cause: error })
  }
}

/** @throws CommandError for a database on a server, which has tools of its own */
function requireFile({ database }: Installation): void {
  if (database.kind === 'file') return
  throw new CommandError(
    'The database of DATABASE_URL is backed up and restored by the tools of its server: docs/how-to/back-up.md',
  )
}

interface BackupOptions {
  withKeys?: boolean | undefined
}

async function backUp(
  { config, terminal }: StaffContext,
  folder: string,
  { withKeys = false }: BackupOptions,
): Promise<void> {
  const installation = config()
  const { dataDir } = installation
  requireFile(installation)
  requireDatabase(installation)
  const report = await orRefuse(makeBackup(dataDir, folder, { withKeys }))
  terminal.print(`${resolve(folder)}: ${report.files} files; ${describe(report)}, checked`)
  if (withKeys)
    terminal.print('It holds personal data and the keys: guard it like the server itself')
  else {
    terminal.print('It holds personal data: keep it where only its keepers can read it')
    const keys = listKeys(dataDir)
    if (keys.length > 0) {
      terminal.print(`Keep a copy of the keys elsewhere (${keys.join(', ')}), or add --with-keys`)
    }
  }
}

interface RestoreOptions {
  replace?: true | undefined
  yes?: true | undefined
  dryRun?: true | undefined
}

/** What a database holds; a damaged one is what backups are for, so that is no fault here. */
async function describeDatabase(file: string): Promise<string> {
  try {
    return describe(await checkDatabase(file))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Checks before the plan is printed. @throws LockedError while a server runs */
async function checkUnlocked(dataDir: string): Promise<void> {
  lockDataDir(dataDir, 0).release()
}

async function restore(
  { config, terminal }: StaffContext,
  folder: string,
  { replace, ...consent }: RestoreOptions,
): Promise<void> {
  const installation = config()
  requireFile(installation)
  const { dataDir, secret } = installation
  const database = join(dataDir, DATABASE_FILE)
  const isReplacing = existsSync(database)
  if (isReplacing && !replace) {
    throw new CommandError(
      `There is data in ${dataDir}: add --replace to put the backup in its place`,
    )
  }
  await orRefuse(readChecksums(folder))
  if (isReplacing) await orRefuse(checkUnlocked(dataDir))
  if (isReplacing || consent.dryRun) {
    const effects = [
      ...(isReplacing ? [`Would replace: ${database}: ${await describeDatabase(database)}`] : []),
      `With:          ${folder}: ${await describeDatabase(join(folder, DATABASE_FILE))}`,
    ]
    const plan = { effects, question: `Replace the data in ${dataDir}?` }
    if (!(await confirmPlan(plan, consent, terminal))) return
  }
  const report = await orRefuse(
    restoreBackup(folder, dataDir, { replace: replace ?? false, now: new Date() }),
  )
  terminal.print(`${resolve(dataDir)}: ${report.files} files; ${describe(report)}, restored`)
  if (secret === undefined && listKeys(dataDir).length === 0) {
    terminal.print('The copy holds no keys: put secret.key back, or ticket codes shown earlier end')
  }
  if (report.replaced !== null)
    terminal.print(`The replaced database is kept as ${report.replaced}`)
}

/** Copies of the data folder: making one, and putting one back. */
export function addBackupCommands(program: Program, context: StaffContext): void {
  program
    .command('backup')
    .description('copy database, uploads and media into a new folder; also beside the server')
    .argument('<dir>', 'the folder to make')
    .option('--with-keys', 'copy the keys of the installation as well')
    .action((folder, options) => backUp(context, folder, options))
  program
    .command('restore')
    .description('check a backup and put it back; the server must be stopped')
    .argument('<dir>', 'the folder of the backup')
    .option('--replace', 'put it in the place of the data that is there')
    .option(...YES_OPTION)
    .option(...DRY_RUN_OPTION)
    .action((folder, options) => restore(context, folder, options))
}
